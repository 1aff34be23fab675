package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallGuards.OnLimit;
import io.mcpbridge.error.McpCallLimitException;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Limits on the tool calls of one request of a ChatClient, and of one conversation. */
class CallGuardsChatTest {

  private static final String LIMIT = "the limit of 2 tool calls for one request is reached";

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private final FakeMcpServer server = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  private void start(String... guards) {
    start(limits -> {}, guards);
  }

  /**
   * @param change of the limits that have no property
   */
  private void start(Consumer<CallGuards.Builder> change, String... guards) {
    server.tool("read").returns("text");
    server.tool("broken").returns(FakeResult.error("closed"));
    String[] arguments = new String[guards.length + 3];
    arguments[0] = "--spring.ai.openai.base-url=" + MODEL.url();
    arguments[1] = "--spring.ai.openai.api-key=none";
    arguments[2] = "--mcp.client.servers.s.url=" + server.url();
    for (int i = 0; i < guards.length; i++) {
      arguments[i + 3] = ("--mcp.client.guards." + guards[i]).replace("guards./", "");
    }
    SpringApplication application = Applications.application(ChatApplication.class);
    ToolCatalogCustomizer customizer = catalog -> catalog.callGuards(change);
    application.addInitializers(
        beans -> beans.getBeanFactory().registerSingleton("limits", customizer));
    context = application.run(arguments);
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    context.close();
    server.close();
  }

  private ChatClient.ChatClientRequestSpec prompt() {
    return context
        .getBean(ChatClient.Builder.class)
        .build()
        .prompt("Go")
        .toolCallbacks(context.getBean(McpToolCallbackProvider.class));
  }

  private String lastResult(int request) {
    List<JsonNode> results = MODEL.requests().get(request).toolResults();
    return results.get(results.size() - 1).toString();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void modelIsToldToAnswerBeyondLimitOfRequest(boolean streamed) {
    start("max-calls-per-invocation=2");
    MODEL.callsTool("s__read", "{}").callsTool("s__read", "{}").callsTool("s__read", "{}");
    MODEL.says("done").callsTool("s__read", "{}").says("again");

    assertThat(chat(streamed)).isEqualTo("done");
    assertThat(chat(streamed)).isEqualTo("again");

    assertThat(lastResult(2)).contains("text");
    assertThat(lastResult(3)).contains(LIMIT + ". Call no more tools; answer with what you have.");
    assertThat(lastResult(5)).as("the next request starts anew").contains("text");
    assertThat(server.received("tools/call")).hasSize(3);
  }

  private String chat(boolean streamed) {
    return chat(prompt(), streamed);
  }

  private static String chat(ChatClient.ChatClientRequestSpec prompt, boolean streamed) {
    return streamed
        ? String.join("", prompt.stream().content().collectList().block())
        : prompt.call().content();
  }

  @Test
  void modelIsToldToAnswerAfterConsecutiveFailures() {
    start("max-consecutive-failures=2", "max-calls-per-invocation=0");
    MODEL.callsTool("s__broken", "{}").callsTool("s__broken", "{}").callsTool("s__read", "{}");
    MODEL.says("sorry");

    assertThat(chat(false)).isEqualTo("sorry");

    assertThat(lastResult(3)).contains("s__read did not run: the last 2 tool calls failed.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void limitAppliesToConversationOfAdvisorParameter(boolean streamed) {
    start(limits -> limits.maxCallsPerConversation(1));
    MODEL.callsTool("s__read", "{}").says("1").callsTool("s__read", "{}").says("2");
    MODEL.callsTool("s__read", "{}").says("3");

    for (String conversation : new String[] {"a", "a", "b"}) {
      chat(
          prompt().advisors(with -> with.param(ChatMemory.CONVERSATION_ID, conversation)),
          streamed);
    }

    assertLimitOfConversation();
  }

  @Test
  void limitAppliesToConversationOfToolContext() {
    start(limits -> limits.maxCallsPerConversation(1));
    MODEL.callsTool("s__read", "{}").says("1").callsTool("s__read", "{}").says("2");
    MODEL.callsTool("s__read", "{}").says("3");

    for (String conversation : new String[] {"a", "a", "b"}) {
      chat(prompt().toolContext(Map.of(ChatMemory.CONVERSATION_ID, conversation)), false);
    }

    assertLimitOfConversation();
  }

  private void assertLimitOfConversation() {
    assertThat(lastResult(1)).contains("text");
    assertThat(lastResult(3)).contains("the limit of 1 tool calls for this conversation");
    assertThat(lastResult(5)).contains("text");
    assertThat(server.received("tools/call").get(0).meta().has(ChatMemory.CONVERSATION_ID))
        .as("the conversation is not sent")
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exceptionEndsRequestIfConfigured(boolean streamed) {
    start(limits -> limits.onLimit(OnLimit.THROW), "max-calls-per-invocation=1");
    MODEL.callsTool("s__read", "{}").callsTool("s__read", "{}").says("never");

    assertThatThrownBy(() -> chat(streamed))
        .isInstanceOf(McpCallLimitException.class)
        .hasMessageContaining("guards.max-calls-per-invocation");

    assertThat(MODEL.requests()).hasSize(2);
  }

  /** After ten refusals that the model ignores, an exception ends the request. */
  @ParameterizedTest
  @CsvSource({"off, call, false", "off, call, true", "always, call, false", "always, load, true"})
  void endsLoopOfUnknownName(String mode, String style, boolean streamed) {
    start(
        "max-consecutive-failures=3",
        "max-calls-per-invocation=0",
        "/tool-search.mode=" + mode,
        "/tool-search.style=" + style);
    for (int i = 0; i < 60; i++) {
      MODEL.callsTool("s__raed", "{}");
    }

    assertThatThrownBy(() -> chat(streamed))
        .isInstanceOf(McpCallLimitException.class)
        .hasMessageContaining("guards.max-consecutive-failures");

    assertThat(MODEL.requests()).hasSize(3 + 10 + 1);
    assertThat(lastResult(4)).contains("s__raed did not run: the last 3 tool calls failed.");
    assertThat(context.getBean(ToolCatalog.class).unknownToolCalls()).isEqualTo(14);
  }

  /** Models remember names of tools that they found earlier. */
  @ParameterizedTest
  @CsvSource({"call, false", "load, false", "call, true"})
  void runsToolByItsOwnNameBehindSearch(String style, boolean streamed) {
    start(
        limits -> limits.onLimit(OnLimit.THROW),
        "/tool-search.mode=always",
        "/tool-search.style=" + style);
    MODEL.callsTool("s__read", "{}").says("done");

    assertThat(chat(streamed)).isEqualTo("done");

    assertThat(lastResult(1)).contains("text");
    assertThat(server.received("tools/call")).hasSize(1);
  }
}
