package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallGuards.OnLimit;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.error.McpCallLimitException;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits on the tool calls of one AI service call, and of one chat memory. */
class CallGuardsTest {

  private static final String LIMIT =
      "s__read did not run: the limit of 2 tool calls for one request is reached."
          + " Call no more tools; answer with what you have.";

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  /** An AI service with a chat memory for each conversation. */
  interface Conversations {
    String chat(@MemoryId String conversation, @UserMessage String message);
  }

  /** A streaming AI service. */
  interface Streaming {
    TokenStream chat(String message);
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private McpToolProvider tools(CallGuards.Builder guards) {
    server.tool("read").returns("text");
    server.tool("broken").returns(FakeResult.error("closed"));
    catalog =
        ToolCatalog.builder().server("s", server.transport()).callGuards(guards.build()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return McpToolProvider.of(catalog);
  }

  private static Assistant assistant(McpToolProvider tools, OpenAiStub openAi) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .hallucinatedToolNameStrategy(tools.hallucinatedToolNames())
        .build();
  }

  private static Call read(int number) {
    return new Call("c" + number, "s__read", "{}");
  }

  private static Call broken(int number) {
    return new Call("c" + number, "s__broken", "{}");
  }

  @Test
  void modelIsToldToAnswerBeyondLimitOfInvocation() {
    McpToolProvider tools = tools(CallGuards.builder().maxCallsPerInvocation(2));
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(read(1)).calls(read(2)).calls(read(3)).says("done").calls(read(4)).says("again");
      Assistant assistant = assistant(tools, openAi);

      assertThat(assistant.chat("Go").content()).isEqualTo("done");
      assertThat(assistant.chat("Go on").content()).isEqualTo("again");

      assertThat(openAi.requests().get(3).toolMessages())
          .contains(Map.entry("c2", "text"), Map.entry("c3", LIMIT));
      assertThat(openAi.requests().get(5).toolMessages())
          .as("the next AI service call starts anew")
          .contains(Map.entry("c4", "text"));
    }
    assertThat(server.received("tools/call")).hasSize(3);
  }

  @Test
  void modelIsToldToAnswerAfterConsecutiveFailures() {
    McpToolProvider tools = tools(CallGuards.builder().maxConsecutiveFailures(2));
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(broken(1), broken(2)).calls(read(3)).says("sorry");

      assertThat(assistant(tools, openAi).chat("Go").content()).isEqualTo("sorry");

      assertThat(openAi.requests().get(2).toolMessages())
          .contains(
              Map.entry(
                  "c3",
                  "s__read did not run: the last 2 tool calls failed."
                      + " Call no more tools; answer with what you have."));
    }
  }

  @Test
  void limitAppliesToConversationOfMemoryId() {
    McpToolProvider tools = tools(CallGuards.builder().maxCallsPerConversation(1));
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(read(1)).says("1").calls(read(2)).says("2").calls(read(3)).says("3");
      Conversations assistant =
          AiServices.builder(Conversations.class)
              .chatModel(openAi.model())
              .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
              .toolProvider(tools)
              .build();

      assistant.chat("a", "Go");
      assistant.chat("a", "Go on");
      assistant.chat("b", "Go");

      assertThat(openAi.requests().get(3).toolMessages().toString())
          .contains("c2=s__read did not run: the limit of 1 tool calls for this conversation");
      assertThat(openAi.requests().get(5).toolMessages()).contains(Map.entry("c3", "text"));
    }
  }

  @Test
  void exceptionEndsAiServiceCallIfConfigured() {
    McpToolProvider tools =
        tools(CallGuards.builder().maxCallsPerInvocation(1).onLimit(OnLimit.THROW));
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(read(1)).calls(read(2)).says("never");
      Assistant assistant = assistant(tools, openAi);

      assertThatThrownBy(() -> assistant.chat("Go"))
          .isInstanceOf(McpCallLimitException.class)
          .hasMessageContaining("guards.max-calls-per-invocation");

      assertThat(openAi.requests()).hasSize(2);
    }
  }

  @Test
  void exceptionEndsStream() {
    McpToolProvider tools =
        tools(CallGuards.builder().maxCallsPerInvocation(1).onLimit(OnLimit.THROW));
    try (OpenAiStub openAi = OpenAiStub.streaming()) {
      openAi.calls(read(1)).calls(read(2)).says("never");
      CompletableFuture<Throwable> error = new CompletableFuture<>();

      AiServices.builder(Streaming.class)
          .streamingChatModel(openAi.streamingModel())
          .toolProvider(tools)
          .build()
          .chat("Go")
          .onPartialResponse(word -> {})
          .onCompleteResponse(response -> error.complete(null))
          .onError(error::complete)
          .start();

      assertThat(error.orTimeout(60, TimeUnit.SECONDS).join())
          .isInstanceOf(McpCallLimitException.class);
    }
  }

  /** After ten refusals that the model ignores, an exception ends the call. */
  @ParameterizedTest
  @CsvSource({
    "s__raed, OFF, CALL",
    "s__raed, ALWAYS, CALL",
    "s__raed, ALWAYS, LOAD",
    "fetch, OFF, CALL"
  })
  void endsLoopOfUnknownName(String name, ToolSearchMode mode, ToolSearchStyle style) {
    McpToolProvider tools = looping(mode, style);
    try (OpenAiStub openAi = new OpenAiStub()) {
      repeat(openAi, name);
      HallucinatedToolNames names = tools.hallucinatedToolNames();
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(openAi.model())
              .toolProvider(tools)
              .hallucinatedToolNameStrategy(names)
              .beforeToolExecution(names.invocations())
              .build();

      assertThatThrownBy(() -> assistant.chat("Go"))
          .isInstanceOf(McpCallLimitException.class)
          .hasMessageContaining("guards.max-consecutive-failures");

      assertThat(openAi.requests()).hasSize(3 + 10 + 1);
      assertThat(openAi.requests().get(4).toolMessages().toString())
          .contains("c3=" + name + " did not run: the last 3 tool calls failed.");
    }
    assertThat(catalog.unknownToolCalls()).isEqualTo(14);
    catalog.close(); // delivers the events
    assertThat(limitReached).hasSize(11).allMatch(name::equals);
    assertThat(finished).hasSize(3).allMatch(name::equals);
  }

  @Test
  void endsStreamThatRepeatsUnknownName() {
    McpToolProvider tools = looping(ToolSearchMode.OFF, ToolSearchStyle.CALL);
    try (OpenAiStub openAi = OpenAiStub.streaming()) {
      repeat(openAi, "s__raed");
      CompletableFuture<Throwable> error = new CompletableFuture<>();
      HallucinatedToolNames names = tools.hallucinatedToolNames();

      AiServices.builder(Streaming.class)
          .streamingChatModel(openAi.streamingModel())
          .toolProvider(tools)
          .hallucinatedToolNameStrategy(names)
          .beforeToolExecution(names.invocations())
          .build()
          .chat("Go")
          .onPartialResponse(word -> {})
          .onCompleteResponse(response -> error.complete(null))
          .onError(error::complete)
          .start();

      assertThat(error.orTimeout(10, TimeUnit.SECONDS).join())
          .isInstanceOf(McpCallLimitException.class);
      assertThat(openAi.requests()).hasSize(3 + 10 + 1);
    }
  }

  /** Models remember names of tools that they found earlier. */
  @ParameterizedTest
  @EnumSource(ToolSearchStyle.class)
  void runsToolByItsOwnNameBehindSearch(ToolSearchStyle style) {
    McpToolProvider tools = looping(ToolSearchMode.ALWAYS, style);
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(read(1)).says("done");
      HallucinatedToolNames names = tools.hallucinatedToolNames();

      AiServices.builder(Assistant.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .hallucinatedToolNameStrategy(names)
          .beforeToolExecution(names.invocations())
          .build()
          .chat("Go");

      assertThat(openAi.requests().get(1).toolMessages()).contains(Map.entry("c1", "text"));
    }
    catalog.close(); // delivers the events
    assertThat(finished).containsExactly("s__read");
  }

  private final Queue<String> finished = new ConcurrentLinkedQueue<>();
  private final Queue<String> limitReached = new ConcurrentLinkedQueue<>();

  private McpToolProvider looping(ToolSearchMode mode, ToolSearchStyle style) {
    server.tool("read").returns("text");
    catalog =
        ToolCatalog.builder()
            .server("s", server.transport())
            .callGuards(CallGuards.builder().maxConsecutiveFailures(3).build())
            .listener(
                new CatalogListener() {
                  @Override
                  public void callFinished(CallEvent call, CallOutcome outcome) {
                    finished.add(call.modelName());
                  }

                  @Override
                  public void callLimitReached(CallLimitEvent event) {
                    limitReached.add(event.modelName());
                  }
                })
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(10))).isTrue();
    return McpToolProvider.builder()
        .tools(catalog)
        .toolSearch(ToolSearch.builder().mode(mode).style(style).build())
        .build();
  }

  private static void repeat(OpenAiStub openAi, String name) {
    for (int i = 0; i < 120; i++) {
      openAi.calls(new Call("c" + i, name, "{}"));
    }
  }
}
