package io.mcpbridge.spring.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Agents of one application with different tools, which {@code @McpTools} selects; the application
 * attaches all tools to other chat clients and has two {@code ToolProvider} beans.
 */
class ToolsPerAgentTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final FakeMcpServer GITHUB = FakeMcpServer.create();
  private static final FakeMcpServer NOTES = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    GITHUB.tool("diff").annotations("{\"readOnlyHint\": true}").returns("+1 -1");
    GITHUB.tool("merge").returns("Merged");
    NOTES.tool("note").returns("Noted");
    NOTES.tool("erase");
    context = application();
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
  }

  private static ConfigurableApplicationContext application(String... properties) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--model.url=" + MODEL.url(),
                "--spring.ai.openai.base-url=" + MODEL.url(),
                "--spring.ai.openai.api-key=none",
                "--mcp.client.spring-ai.attach-to-chat-clients=true",
                "--mcp.client.users.initial-timeout=10s",
                "--mcp.client.servers.github.url=" + GITHUB.url(),
                "--mcp.client.servers.notes.url=" + NOTES.url(),
                "--mcp.client.servers.notes.per-user=true"));
    arguments.addAll(List.of(properties));
    return Applications.start(AgentsApplication.class, arguments.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    context.close();
    GITHUB.close();
    NOTES.close();
  }

  @Test
  void aiServiceHasItsTools() {
    MODEL.callsTool("github__diff", "{}").says("Looks good");

    assertThat(context.getBean(Reviewer.class).chat("Review it")).isEqualTo("Looks good");

    assertThat(offered()).containsExactly("github__diff");
    assertThat(toolResult()).contains("+1 -1");
  }

  @Test
  void streamingAiServiceHasItsToolsAndThoseOfUser() {
    MODEL.callsTool("notes__note", "{}").says("Done");

    assertThat(as("ada", () -> stream(context.getBean(Writer.class)))).isEqualTo("Done");

    assertThat(offered()).containsExactly("github__merge", "notes__note");
    assertThat(toolResult()).contains("Noted");
  }

  @Test
  void aiServiceWithoutUserHasSharedTools() {
    MODEL.says("Done");

    stream(context.getBean(Writer.class));

    assertThat(offered()).containsExactly("github__merge");
  }

  /** The model reads which tools there are for this agent; others are not called. */
  @Test
  void aiServiceCannotCallToolOfOtherAgent() {
    MODEL.callsTool("github__merge", "{}").says("I cannot");
    int before = GITHUB.received("tools/call").size();

    assertThat(context.getBean(Reviewer.class).chat("Merge it")).isEqualTo("I cannot");

    assertThat(toolResult()).contains("github__merge", "github__diff");
    assertThat(GITHUB.received("tools/call")).hasSize(before);
  }

  @Test
  void aiServiceWithoutAnnotationHasPrimaryProvider() {
    MODEL.callsTool("stamp", "{}").says("Stamped");

    assertThat(context.getBean(Clerk.class).chat("Stamp it")).isEqualTo("Stamped");

    assertThat(offered()).containsExactly("stamp");
  }

  @Test
  void chatClientHasItsTools() {
    MODEL.callsTool("github__diff", "{}").says("Looks good");

    assertThat(chat("reviewerChat").prompt("Review it").call().content()).isEqualTo("Looks good");

    assertThat(offered()).containsExactly("github__diff");
    assertThat(toolResult()).contains("+1 -1");
  }

  @Test
  void streamingChatClientHasItsToolsAndThoseOfUser() {
    MODEL.callsTool("notes__note", "{}").says("Done");

    assertThat(as("ada", () -> stream(chat("writerChat")))).isEqualTo("Done");

    assertThat(offered()).containsExactly("github__merge", "notes__note");
    assertThat(toolResult()).contains("Noted");
  }

  /** Spring AI would resolve the name: all tools are known before its resolver exists. */
  @Test
  void chatClientCannotCallToolOfOtherAgent() {
    try (ConfigurableApplicationContext lazy =
        application(
            "--spring.main.lazy-initialization=true",
            "--spring.ai.tools.resolution.fallback.enabled=true")) {
      assertThat(lazy.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
      assertThat(lazy.getBean(ToolCallbackResolver.class).resolve("github__merge")).isNotNull();
      MODEL.callsTool("github__merge", "{}").says("I cannot");
      int before = GITHUB.received("tools/call").size();
      ChatClient reviewer = lazy.getBean("reviewerChat", ChatClient.class);

      assertThat(reviewer.prompt("Merge it").call().content()).isEqualTo("I cannot");

      assertThat(toolResult()).contains("github__merge", "github__diff");
      assertThat(GITHUB.received("tools/call")).hasSize(before);
    }
  }

  @Test
  void chatClientWithoutAnnotationHasAllTools() {
    MODEL.says("Hello");

    context.getBean(ChatClient.Builder.class).build().prompt("Hello?").call().content();

    assertThat(offered()).containsExactly("github__diff", "github__merge");
  }

  private static ChatClient chat(String name) {
    return context.getBean(name, ChatClient.class);
  }

  private static String stream(ChatClient chat) {
    return String.join("", chat.prompt("Go").stream().content().collectList().block(SOON));
  }

  private static String stream(Writer writer) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    writer
        .chat("Go")
        .onPartialResponse(part -> {})
        .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
        .onError(answer::completeExceptionally)
        .start();
    return answer.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
  }

  private static String as(String user, Supplier<String> work) {
    AgentsApplication.USER.set(user);
    try {
      return work.get();
    } finally {
      AgentsApplication.USER.remove();
    }
  }

  private static List<String> offered() {
    return MODEL.requests().get(0).toolNames();
  }

  private static String toolResult() {
    assertThat(MODEL.requests()).hasSize(2);
    return MODEL.requests().get(1).toolResults().get(0).toString();
  }
}
