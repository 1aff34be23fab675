package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conversations of a model whose found tools join its list of tools. */
class LoadedToolsTest {

  private static final String FIND = "{\"queries\": [\"weather forecast\"]}";
  private static final String OSLO = "{\"city\": \"Oslo\"}";
  private static final String FORECAST = "s__forecast";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  interface Conversation {
    String chat(@MemoryId String id, @UserMessage String message);
  }

  interface StreamingConversation {
    TokenStream chat(@MemoryId String id, @UserMessage String message);
  }

  @BeforeEach
  void connect() {
    server
        .tool("forecast")
        .description("Tomorrow's weather.")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\"}}, \"required\": [\"city\"]}")
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    server.tool("purge").description("Deletes all data.").returns("purged");
    server.tool("stations").description("Lists stations.").returns("none");
    catalog = ToolCatalog.builder().server("s", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    ThreadUser.USER.remove();
    catalog.close();
    openAi.close();
    server.close();
  }

  private static ToolSearch.Builder load() {
    return ToolSearch.builder().mode(ToolSearchMode.ALWAYS).style(ToolSearchStyle.LOAD);
  }

  private McpToolProviderBuilder provider() {
    return McpToolProvider.builder().tools(catalog).toolSearch(load().build());
  }

  private Conversation conversation(McpToolProvider tools) {
    return AiServices.builder(Conversation.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .hallucinatedToolNameStrategy(tools.hallucinatedToolNames())
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
        .build();
  }

  private List<String> offered(OpenAiStub stub, int request) {
    return List.copyOf(stub.requests().get(request).functions().keySet());
  }

  private List<String> offered(int request) {
    return offered(openAi, request);
  }

  @Test
  void foundToolJoinsTheListAndIsCalledByName() {
    openAi
        .calls(new Call("c1", "search_tools", FIND))
        .calls(new Call("c2", FORECAST, OSLO))
        .says("Rain");

    assertThat(conversation(provider().build()).chat("1", "Go")).isEqualTo("Rain");

    assertThat(offered(0)).containsExactly("search_tools");
    assertThat(offered(1)).containsExactly("search_tools", FORECAST);
    assertThat(offered(2)).containsExactly("search_tools", FORECAST);
    assertThat(openAi.requests().get(2).toolMessages()).containsEntry("c2", "Rain in Oslo");
  }

  @Test
  void modelReadsOnInLongResultOfFoundTool() {
    server.tool("forecast").returns("Rain ".repeat(20_000) + "and snow");
    openAi
        .calls(new Call("c1", "search_tools", FIND))
        .calls(new Call("c2", FORECAST, OSLO))
        .says("Rain");
    try (ToolCatalog storing =
        ToolCatalog.builder()
            .server("s", server.transport())
            .resultStore(InMemoryResultStore.create())
            .build()) {
      assertThat(storing.awaitReady(Duration.ofSeconds(60))).isTrue();

      conversation(McpToolProvider.builder().tools(storing).toolSearch(load().build()).build())
          .chat("1", "Go");

      assertThat(openAi.requests().get(2).toolMessages().get("c2")).contains("s__read_result");
      assertThat(offered(0)).containsExactly("search_tools");
      assertThat(offered(2)).containsExactly("search_tools", FORECAST, "s__read_result");
    }
  }

  /** The user of {@link ThreadUser}, known on that thread only. */
  private static ContextSnapshot signedIn() {
    String user = ThreadUser.USER.get();
    if (user == null) {
      return ThreadContextProvider.NOTHING;
    }
    ContextSnapshot captured = ThreadUser.capture();
    return new ContextSnapshot() {
      @Override
      public Object user() {
        return user;
      }

      @Override
      public <T extends @Nullable Object> T call(Supplier<T> call) {
        return captured.call(call);
      }
    };
  }

  /** LangChain4j asks for the tools again on a thread of the model's client, without the user. */
  @Test
  void foundToolIsCalledInStreamingChatOfUser() throws Exception {
    ThreadUser.USER.set("ada");
    try (OpenAiStub streaming = OpenAiStub.streaming()) {
      streaming
          .calls(new Call("c1", "search_tools", FIND))
          .calls(new Call("c2", FORECAST, OSLO))
          .says("Rain");
      CompletableFuture<String> answer = new CompletableFuture<>();
      AiServices.builder(StreamingConversation.class)
          .streamingChatModel(streaming.streamingModel())
          .toolProvider(provider().threadContext(LoadedToolsTest::signedIn).build())
          .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
          .build()
          .chat("1", "Go")
          .onPartialResponse(part -> {})
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(answer::completeExceptionally)
          .start();

      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("Rain");
      assertThat(offered(streaming, 1)).containsExactly("search_tools", FORECAST);
      assertThat(streaming.requests().get(2).toolMessages()).containsEntry("c2", "Rain in Oslo");
    }
  }

  @Test
  void foundToolsStayForTheConversationOnly() {
    Conversation conversation = conversation(provider().build());
    openAi.calls(new Call("c1", "search_tools", FIND)).says("Found").says("Same").says("Another");

    conversation.chat("1", "Go");
    conversation.chat("1", "Go");
    conversation.chat("2", "Go");

    assertThat(offered(2)).containsExactly("search_tools", FORECAST);
    assertThat(offered(3)).containsExactly("search_tools");
  }

  /** Its other hits take the places that are left, and tools that are offered anyway take none. */
  @Test
  void bestHitOfEachQueryIsLoaded() {
    try (FakeMcpServer office = FakeMcpServer.create()) {
      List<String> things = List.of("invoice", "meeting", "ticket", "customer", "parcel");
      for (String thing : things) {
        for (String verb : List.of("create", "delete", "archive")) {
          office.tool(verb + "_" + thing).description(verb + " " + thing).returns("done");
        }
      }
      try (ToolCatalog offices = ToolCatalog.builder().server("o", office.transport()).build()) {
        assertThat(offices.awaitReady(Duration.ofSeconds(60))).isTrue();
        openAi
            .calls(
                new Call(
                    "c1",
                    "search_tools",
                    "{\"queries\": [\"create invoice\", \"create meeting\", \"create ticket\","
                        + " \"create customer\", \"create parcel\"]}"))
            .says("Found");

        conversation(
                McpToolProvider.builder()
                    .tools(offices)
                    .toolSearch(load().maxLoaded(5).alwaysVisible("create_parcel").build())
                    .build())
            .chat("1", "Go");

        assertThat(offered(1))
            .hasSize(6)
            .startsWith("search_tools", "o__create_parcel")
            .contains(
                "o__create_invoice", "o__create_meeting", "o__create_ticket", "o__create_customer");
        assertThat(openAi.requests().get(1).toolMessages().get("c1"))
            .contains("Available now: o__create_invoice, ")
            .contains("To load others, give their names.");
      }
    }
  }

  @Test
  void leastRecentlyUsedFoundToolsAreForgotten() {
    Conversation conversation =
        conversation(provider().toolSearch(load().limit(1).maxLoaded(2).build()).build());
    openAi
        .calls(
            new Call("c1", "search_tools", "{\"queries\": [\"list stations\", \"delete data\"]}"))
        .calls(new Call("c2", "s__stations", "{}"))
        .calls(new Call("c3", "search_tools", FIND))
        .says("Found")
        .says("Hello");

    conversation.chat("1", "Go");
    conversation.chat("1", "Go");

    assertThat(offered(1)).containsExactly("search_tools", "s__stations", "s__purge");
    assertThat(offered(4)).containsExactly("search_tools", "s__stations", FORECAST);
  }

  /** LangChain4j adds tools within a request, and takes none back. */
  @Test
  void requestHasNoMoreFoundToolsThanTheMaximum() {
    McpToolProvider tools = provider().toolSearch(load().limit(1).maxLoaded(2).build()).build();
    HallucinatedToolNames names = tools.hallucinatedToolNames();
    openAi
        .calls(
            new Call("c1", "search_tools", "{\"queries\": [\"list stations\", \"delete data\"]}"))
        .calls(new Call("c2", "search_tools", FIND))
        .calls(new Call("c3", FORECAST, OSLO))
        .says("Rain");

    AiServices.builder(Conversation.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .hallucinatedToolNameStrategy(names)
        .beforeToolExecution(names.invocations())
        .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
        .build()
        .chat("1", "Go");

    assertThat(offered(3)).containsExactly("search_tools", "s__stations", "s__purge");
    assertThat(openAi.requests().get(3).toolMessages()).containsEntry("c3", "Rain in Oslo");
  }

  @Test
  void bestTwoHitsAndNamedToolsAreLoaded() {
    server.tool("forecast_rain").description("Tomorrow's rain.").returns("none");
    server.tool("forecast_wind").description("Tomorrow's wind.").returns("none");
    assertThat(catalog.refresh(List.of("s"), Duration.ofSeconds(60))).isTrue();
    openAi
        .calls(new Call("c1", "search_tools", "{\"queries\": [\"forecast\", \"weather\"]}"))
        .calls(new Call("c2", "search_tools", "{\"names\": [\"s__forecast_wind\", \"x\"]}"))
        .says("Rain");

    conversation(provider().build()).chat("1", "Go");

    assertThat(openAi.requests().get(1).toolMessages().get("c1"))
        .contains("s__forecast_wind")
        .contains("Available now: s__forecast, s__forecast_rain.");
    assertThat(offered(1)).containsExactly("search_tools", FORECAST, "s__forecast_rain");
    assertThat(offered(2)).contains("s__forecast_wind").hasSize(4);
    assertThat(openAi.requests().get(2).toolMessages().get("c2"))
        .startsWith("There is no tool named x.")
        .contains("Available now: s__forecast_wind.");
  }

  @Test
  void toolThatVanishedAfterTheSearchIsAnswered() {
    Conversation conversation = conversation(provider().build());
    openAi.calls(new Call("c1", "search_tools", FIND)).says("Found");
    conversation.chat("1", "Go");
    server.removeTool("forecast");
    assertThat(catalog.refresh(List.of("s"), Duration.ofSeconds(10))).isTrue();
    openAi.calls(new Call("c2", FORECAST, OSLO)).says("Gone");

    assertThat(conversation.chat("1", "Go")).isEqualTo("Gone");

    assertThat(offered(2)).containsExactly("search_tools");
    assertThat(openAi.requests().get(3).toolMessages().get("c2"))
        .contains("no tool named s__forecast");
  }

  @Test
  void toolFoundForOneUserIsNotOfferedToAnother() {
    ToolView purging =
        catalog.view(ToolSelection.builder().include(ToolPattern.named("purge")).build());
    AtomicReference<Boolean> isPurging = new AtomicReference<>(false);
    McpToolProvider tools =
        provider().toolsPerInvocation(context -> isPurging.get() ? purging : catalog).build();
    Conversation conversation = conversation(tools);
    openAi
        .calls(new Call("c1", "search_tools", FIND))
        .says("Found")
        .calls(new Call("c2", "search_tools", FIND))
        .calls(new Call("c3", FORECAST, OSLO))
        .says("No");

    conversation.chat("1", "Go");
    isPurging.set(true);
    conversation.chat("1", "Go");

    assertThat(offered(1)).containsExactly("search_tools", FORECAST);
    assertThat(offered(2)).containsExactly("search_tools");
    Map<String, String> results = openAi.requests().get(4).toolMessages();
    assertThat(results.get("c2")).doesNotContain("s__forecast(");
    assertThat(results.get("c3")).startsWith("There is no such tool.");
    assertThat(server.received("tools/call")).isEmpty();
  }
}
