package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.ai.McpToolResult;
import io.mcpbridge.spring.ai.McpToolResults;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.context.ConfigurableApplicationContext;

/** The complete results of the tool calls of a request are in the context of its response. */
class McpToolResultsTest {

  private static final int REQUESTS = 16;

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer SERVER = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    SERVER
        .tool("render")
        .returns(
            FakeResult.text("done")
                .andImage(new byte[] {1, 2, 3}, "image/png")
                .andStructured("{\"pages\":3}")
                .with("_meta", "{\"com.example/cost\":7}"));
    SERVER.tool("refuses").returns(FakeResult.failure(-32602, "Say for which region."));
    AtomicInteger number = new AtomicInteger();
    SERVER
        .tool("count")
        .handler(call -> FakeResult.structured("{\"n\":" + number.incrementAndGet() + "}"));
    context = start(MODEL.url());
  }

  private static ConfigurableApplicationContext start(String model) {
    ConfigurableApplicationContext started =
        Applications.start(
            ChatApplication.class,
            "--spring.ai.openai.base-url=" + model,
            "--spring.ai.openai.api-key=none",
            "--mcp.client.servers.files.url=" + SERVER.url(),
            "--mcp.client.servers.files.tool-context-meta=tenant");
    assertThat(started.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    return started;
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void responseHasCompleteResult(boolean stream) {
    MODEL.callsTool("files__render", "{\"dpi\":300}").says("fine");

    ChatClientResponse response = ask(prompt(context), stream);

    assertThat(text(response)).isEqualTo("fine");
    List<McpToolResult> results = McpToolResults.of(response).list();
    assertThat(results).hasSize(1);
    McpToolResult result = results.get(0);
    assertThat(result.tool().server()).isEqualTo("files");
    assertThat(result.tool().name()).isEqualTo("render");
    assertThat(result.arguments()).isEqualTo("{\"dpi\":300}");
    assertThat(result.output().structuredContent())
        .extracting(StructuredContent::toJson)
        .isEqualTo("{\"pages\":3}");
    assertThat(result.output().content())
        .hasExactlyElementsOfTypes(TextContent.class, ImageContent.class);
    assertThat(result.output().meta()).containsKey("com.example/cost");
    assertThat(result.output().failure()).isNull();
    assertThat(result.duration()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void responseHasExceptionOfFailedCall(boolean stream) {
    MODEL.callsTool("files__refuses", "{}").callsTool("files__render", "{}").says("fine");

    List<McpToolResult> results = McpToolResults.of(ask(prompt(context), stream)).list();

    assertThat(results)
        .extracting(result -> result.tool().modelName())
        .containsExactly("files__refuses", "files__render");
    assertThat(results.get(0).output().isError()).isTrue();
    assertThat(results.get(0).output().failure()).isInstanceOf(McpErrorResponseException.class);
    assertThat(results.get(0).output().failure().delivery()).isEqualTo(Delivery.REFUSED);
  }

  @Test
  void responseWithoutCallsHasNoResults() {
    MODEL.says("fine").says("fine");
    ChatClient chat = context.getBean(ChatClient.Builder.class).build();

    assertThat(McpToolResults.of(ask(prompt(context), false)).list()).isEmpty();
    assertThat(McpToolResults.of(ask(chat.prompt("Hi"), false)).list()).isEmpty();
  }

  /** Before the model gets it, so that a user interface can show it at once. */
  @Test
  void listenerGetsResultBeforeModel() {
    MODEL.callsTool("files__render", "{}").says("fine");
    List<Integer> requestsSoFar = new ArrayList<>();

    ask(collecting(new McpToolResults(result -> requestsSoFar.add(MODEL.requests().size()))), true);

    assertThat(requestsSoFar).containsExactly(1);
  }

  @Test
  void failingListenerDoesNotEndChat() {
    MODEL.callsTool("files__render", "{}").says("fine");
    McpToolResults results =
        new McpToolResults(
            result -> {
              throw new IllegalStateException("the window is closed");
            });

    assertThat(text(ask(collecting(results), false))).isEqualTo("fine");
    assertThat(results.list()).hasSize(1);
  }

  @Test
  void nothingOfTheRequestIsSentToServers() {
    MODEL.callsTool("files__render", "{}").says("fine");
    SERVER.clearReceived();

    ask(
        prompt(context)
            .toolContext(Map.of("tenant", "acme"))
            .advisors(with -> with.param(ChatMemory.CONVERSATION_ID, "c1")),
        false);

    assertThat(SERVER.received("tools/call").get(0).text())
        .contains("acme")
        .doesNotContain(McpToolResults.CONTEXT_KEY, ChatMemory.CONVERSATION_ID);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void concurrentRequestsGetOnlyTheirOwnResults(boolean stream) throws Exception {
    ExecutorService users = Executors.newFixedThreadPool(REQUESTS);
    try (EchoingModel model = new EchoingModel();
        ConfigurableApplicationContext application = start(model.url())) {
      ChatClient.ChatClientRequestSpec prompt = prompt(application);
      List<Future<ChatClientResponse>> responses = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        responses.add(users.submit(() -> ask(prompt.mutate().build().prompt("Go"), stream)));
      }
      for (Future<ChatClientResponse> response : responses) {
        assertThat(McpToolResults.of(response.get()).list())
            .extracting(result -> result.output().structuredContent().toJson())
            .containsExactly(text(response.get()));
      }
    } finally {
      users.shutdownNow();
    }
  }

  private static ChatClient.ChatClientRequestSpec prompt(
      ConfigurableApplicationContext application) {
    return application
        .getBean(ChatClient.Builder.class)
        .defaultToolCallbacks(application.getBean(McpToolCallbackProvider.class))
        .build()
        .prompt("Go");
  }

  private static ChatClient.ChatClientRequestSpec collecting(McpToolResults results) {
    return prompt(context).advisors(with -> with.param(McpToolResults.CONTEXT_KEY, results));
  }

  /** The response; with a stream, the last one that has a text. */
  private static ChatClientResponse ask(ChatClient.ChatClientRequestSpec request, boolean stream) {
    return stream
        ? request.stream()
            .chatClientResponse()
            .filter(response -> !text(response).isEmpty())
            .blockLast(Duration.ofSeconds(20))
        : request.call().chatClientResponse();
  }

  private static String text(ChatClientResponse response) {
    return response.chatResponse() == null || response.chatResponse().getResult() == null
        ? ""
        : Objects.requireNonNullElse(response.chatResponse().getResult().getOutput().getText(), "");
  }
}
