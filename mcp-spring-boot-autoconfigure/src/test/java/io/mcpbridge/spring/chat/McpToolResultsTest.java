package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
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
import org.springframework.context.ConfigurableApplicationContext;

/** The application gets the complete results of the tool calls of each request. */
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
            "--mcp.client.servers.files.url=" + SERVER.http().url(),
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
  void applicationGetsCompleteResult(boolean stream) {
    MODEL.callsTool("files__render", "{\"dpi\":300}").says("fine");
    McpToolResults results = new McpToolResults();

    assertThat(ask(context, results, stream)).isEqualTo("fine");

    assertThat(results.list()).hasSize(1);
    McpToolResult result = results.list().get(0);
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
  void applicationGetsExceptionOfFailedCall(boolean stream) {
    MODEL.callsTool("files__refuses", "{}").callsTool("files__render", "{}").says("fine");
    McpToolResults results = new McpToolResults();

    ask(context, results, stream);

    assertThat(results.list())
        .extracting(result -> result.tool().modelName())
        .containsExactly("files__refuses", "files__render");
    assertThat(results.list().get(0).output().isError()).isTrue();
    assertThat(results.list().get(0).output().failure())
        .isInstanceOf(McpErrorResponseException.class);
  }

  /** Before the model gets it, so that a user interface can show it at once. */
  @Test
  void listenerGetsResultBeforeModel() {
    MODEL.callsTool("files__render", "{}").says("fine");
    List<Integer> requestsSoFar = new ArrayList<>();

    ask(context, new McpToolResults(it -> requestsSoFar.add(MODEL.requests().size())), true);

    assertThat(requestsSoFar).containsExactly(1);
  }

  @Test
  void failingListenerDoesNotEndChat() {
    MODEL.callsTool("files__render", "{}").says("fine");
    McpToolResults results =
        new McpToolResults(
            it -> {
              throw new IllegalStateException("the window is closed");
            });

    assertThat(ask(context, results, false)).isEqualTo("fine");
    assertThat(results.list()).hasSize(1);
  }

  @Test
  void toolContextIsNotSentToServers() {
    MODEL.callsTool("files__render", "{}").says("fine");
    SERVER.clearReceived();
    McpToolResults results = new McpToolResults();
    ChatClient chat = context.getBean(ChatClient.Builder.class).build();

    chat.prompt("Go")
        .toolCallbacks(context.getBean(McpToolCallbackProvider.class))
        .toolContext(Map.of("tenant", "acme"))
        .toolContext(results.asToolContext())
        .call()
        .content();

    assertThat(results.list()).hasSize(1);
    assertThat(SERVER.received("tools/call").get(0).text())
        .contains("acme")
        .doesNotContain(McpToolResults.CONTEXT_KEY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void concurrentRequestsGetOnlyTheirOwnResults(boolean stream) throws Exception {
    ExecutorService users = Executors.newFixedThreadPool(REQUESTS);
    try (EchoingModel model = new EchoingModel();
        ConfigurableApplicationContext application = start(model.url())) {
      List<McpToolResults> collected = new ArrayList<>();
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        McpToolResults results = new McpToolResults();
        collected.add(results);
        answers.add(users.submit(() -> ask(application, results, stream)));
      }
      for (int i = 0; i < REQUESTS; i++) {
        String answer = answers.get(i).get();
        assertThat(collected.get(i).list())
            .extracting(result -> result.output().structuredContent().toJson())
            .containsExactly(answer);
      }
    } finally {
      users.shutdownNow();
    }
  }

  private static String ask(
      ConfigurableApplicationContext application, McpToolResults results, boolean stream) {
    ChatClient.ChatClientRequestSpec request =
        application
            .getBean(ChatClient.Builder.class)
            .build()
            .prompt("Go")
            .toolCallbacks(application.getBean(McpToolCallbackProvider.class))
            .toolContext(results.asToolContext());
    return stream
        ? String.join("", request.stream().content().collectList().block(Duration.ofSeconds(20)))
        : request.call().content();
  }
}
