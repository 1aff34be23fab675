package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecution;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An agent that calls three tools on two servers in two rounds. One call fails, and one has invalid
 * arguments, which the model then corrects. Every kind of AI service sends the same messages.
 */
class AgentRoundsTest {

  private static final Call LIST = new Call("c1", "files__list", "{}");
  private static final Call MISSING = new Call("c2", "files__read", "{\"path\":\"missing.txt\"}");
  private static final Call UNFIT = new Call("c3", "weather__forecast", "{\"days\":1}");
  private static final Call REPAIRED = new Call("c4", "weather__forecast", "{\"city\":\"Oslo\"}");
  private static final Call FOUND = new Call("c5", "files__read", "{\"path\":\"notes.txt\"}");

  private static final List<String> CONVERSATION =
      List.of(
          "user: Shall I pack?",
          "assistant[c1 files__list {}, c2 files__read {\"path\":\"missing.txt\"},"
              + " c3 weather__forecast {\"days\":1}]",
          "tool c1: notes.txt",
          "tool c2: Error: No such file: missing.txt",
          "tool c3: The arguments of weather__forecast are invalid: \"city\" is missing.",
          "assistant[c4 weather__forecast {\"city\":\"Oslo\"},"
              + " c5 files__read {\"path\":\"notes.txt\"}]",
          "tool c4: Rain in Oslo",
          "tool c5: Pack gloves");

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer files = FakeMcpServer.create();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch secondIsAnswered = new CountDownLatch(1);
  private McpToolProvider tools;

  /** The kind of AI service. */
  enum ExecutionMode {
    BLOCKING(false, false),
    CONCURRENT(false, true),
    STREAMING(true, false),
    STREAMING_CONCURRENT(true, true);

    private final boolean streaming;
    private final boolean concurrent;

    ExecutionMode(boolean streaming, boolean concurrent) {
      this.streaming = streaming;
      this.concurrent = concurrent;
    }

    OpenAiStub model() {
      return streaming ? OpenAiStub.streaming() : new OpenAiStub();
    }
  }

  /** A streaming AI service. */
  interface StreamingAssistant {

    TokenStream chat(String message);
  }

  /** The outcome of a turn. */
  record Outcome(String answer, List<ToolExecution> executions) {}

  @BeforeEach
  void connect() {
    weather
        .tool("forecast")
        .inputSchema(
            """
            {"type": "object",
             "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
             "required": ["city"]}\
            """)
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    files.tool("list").returns("notes.txt");
    files
        .tool("read")
        .inputSchema("{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\"}}}")
        .handler(
            call ->
                call.string("path").equals("notes.txt")
                    ? FakeResult.text("Pack gloves")
                    : FakeResult.error("No such file: " + call.string("path")));
    tools =
        McpToolProvider.builder()
            .server("weather", StreamableHttpTransport.of(weather.url()))
            .server("files", files.transport())
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    tools.close();
    weather.close();
    files.close();
  }

  @ParameterizedTest
  @EnumSource
  void modelSeesSameResultsInEachExecutionMode(ExecutionMode mode) throws Exception {
    try (OpenAiStub openAi = mode.model()) {
      openAi.calls(LIST, MISSING, UNFIT).calls(REPAIRED, FOUND).says("Rain, so pack gloves.");

      Outcome outcome = chat(mode, openAi);

      assertThat(outcome.answer()).isEqualTo("Rain, so pack gloves.");
      assertThat(outcome.executions())
          .extracting(execution -> execution.request().id(), ToolExecution::hasFailed)
          .containsExactlyInAnyOrder( // a stream reports each as it completes
              tuple("c1", false),
              tuple("c2", true),
              tuple("c3", true),
              tuple("c4", false),
              tuple("c5", false));
      assertThat(openAi.requests()).hasSize(3);
      assertThat(openAi.requests())
          .allSatisfy(
              request ->
                  assertThat(request.functions())
                      .containsOnlyKeys("weather__forecast", "files__list", "files__read"));
      assertThat(messages(openAi, 1)).isEqualTo(CONVERSATION.subList(0, 5));
      assertThat(messages(openAi, 2)).isEqualTo(CONVERSATION);
    }
    assertThat(weather.received("tools/call")).as("what does not match is not sent").hasSize(1);
    assertThat(files.received("tools/call")).hasSize(3);
    assertThat(List.of(weather.violations(), files.violations())).allMatch(List::isEmpty);
  }

  /** The first call waits for the second one: a sequential execution would hang. */
  @ParameterizedTest
  @EnumSource(names = {"CONCURRENT", "STREAMING_CONCURRENT"})
  void callsOfOneResponseRunConcurrentlyInOrder(ExecutionMode mode) throws Exception {
    files
        .tool("list")
        .handler(
            call ->
                secondIsAnswered.await(60, TimeUnit.SECONDS)
                    ? FakeResult.text("first")
                    : FakeResult.error("the second was not called"));
    weather
        .tool("forecast")
        .handler(
            call -> {
              secondIsAnswered.countDown();
              return FakeResult.text("second");
            });
    try (OpenAiStub openAi = mode.model()) {
      openAi.calls(LIST, REPAIRED).says("done");

      chat(mode, openAi);

      assertThat(openAi.requests().get(1).toolMessages())
          .containsExactly(Map.entry("c1", "first"), Map.entry("c4", "second"));
    }
  }

  private Outcome chat(ExecutionMode mode, OpenAiStub openAi) throws Exception {
    if (mode.streaming) {
      return stream(service(StreamingAssistant.class, mode, openAi).build());
    }
    Result<String> result = service(Assistant.class, mode, openAi).build().chat("Shall I pack?");
    return new Outcome(result.content(), result.toolExecutions());
  }

  private static Outcome stream(StreamingAssistant assistant) throws Exception {
    List<ToolExecution> executions = new CopyOnWriteArrayList<>();
    CompletableFuture<ChatResponse> response = new CompletableFuture<>();
    assistant
        .chat("Shall I pack?")
        .onPartialResponse(word -> {})
        .onToolExecuted(executions::add)
        .onCompleteResponse(response::complete)
        .onError(response::completeExceptionally)
        .start();
    return new Outcome(response.get(60, TimeUnit.SECONDS).aiMessage().text(), executions);
  }

  private <T> AiServices<T> service(Class<T> type, ExecutionMode mode, OpenAiStub openAi) {
    AiServices<T> service = AiServices.builder(type).toolProvider(tools);
    if (mode.concurrent) {
      service.executeToolsConcurrently(threads);
    }
    return mode.streaming
        ? service.streamingChatModel(openAi.streamingModel())
        : service.chatModel(openAi.model());
  }

  /** The messages of one request to the model, a line for each. */
  private static List<String> messages(OpenAiStub openAi, int request) {
    return openAi.requests().get(request).messages().stream()
        .map(JsonObject::of)
        .map(AgentRoundsTest::line)
        .toList();
  }

  private static String line(JsonObject message) {
    String role = message.string("role");
    if (role.equals("assistant")) {
      return role + message.list("tool_calls").stream().map(AgentRoundsTest::call).toList();
    }
    String id = message.string("tool_call_id", "");
    return role + (id.isEmpty() ? "" : " " + id) + ": " + message.string("content");
  }

  private static String call(Object call) {
    JsonObject function = JsonObject.of(call).object("function");
    return "%s %s %s"
        .formatted(
            JsonObject.of(call).string("id"),
            function.string("name"),
            function.string("arguments"));
  }
}
