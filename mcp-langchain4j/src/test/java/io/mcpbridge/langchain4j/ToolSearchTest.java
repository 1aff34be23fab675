package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.search.ToolSearchStrategy;
import dev.langchain4j.service.tool.search.simple.SimpleToolSearchStrategy;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** LangChain4j's tool search, with some tools always visible. */
class ToolSearchTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();

  @BeforeEach
  void offer() {
    server.tool("help").description("Tells what there is.");
    server.tool("forecast").description("Tomorrow's weather.").returns("Rain");
    server.tool("purge").description("Deletes everything.");
  }

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void findsToolsThatAreNotAlwaysVisible() {
    openAi
        .calls(new Call("c1", "tool_search_tool", "{\"terms\": [\"weather\"]}"))
        .calls(new Call("c2", "s__forecast", "{}"))
        .says("Rain");

    assertThat(chat(McpToolProvider.builder().alwaysVisible("help"))).isEqualTo("Rain");

    assertThat(openAi.requests().get(0).functions())
        .containsOnlyKeys("s__help", "tool_search_tool");
    assertThat(openAi.requests().get(1).functions())
        .containsOnlyKeys("s__help", "tool_search_tool", "s__forecast");
    assertThat(openAi.requests().get(2).toolMessages()).containsEntry("c2", "Rain");
  }

  @Test
  void ranksToolsWithToolSearch() {
    server
        .tool("purge")
        .description("Deletes everything.")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"shredder\": {\"type\": \"string\"}}}");
    openAi
        .calls(
            new Call("c1", "tool_search_tool", "{\"queries\": [\"shredders\", \"meteorology\"]}"))
        .calls(new Call("c2", "s__purge", "{}"))
        .says("Done");

    assertThat(chat(McpToolProvider.builder(), McpToolSearchStrategy.of(ToolSearch.defaults())))
        .isEqualTo("Done");

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("tool_search_tool");
    assertThat(openAi.requests().get(1).functions())
        .containsOnlyKeys("tool_search_tool", "s__purge");
    assertThat(openAi.requests().get(1).toolMessages().get("c1"))
        .contains("Found for \"shredders\": s__purge.")
        .contains("No tool fits \"meteorology\".");
  }

  @Test
  void offersOnlySearchToolByDefault() {
    openAi.says("Hello");

    chat(McpToolProvider.builder());

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("tool_search_tool");
  }

  /** LangChain4j's strategy applies to the list of a provider, and so to our search tools. */
  @Test
  void strategyFindsToolsIfToolSearchOfProviderIsOff() {
    for (int i = 0; i < 130; i++) {
      server.tool("delete_" + i).description("Deletes everything.");
    }
    openAi
        .calls(new Call("c1", "tool_search_tool", "{\"terms\": [\"weather\"]}"))
        .says("Rain")
        .says("Hello");

    chat(
        McpToolProvider.builder()
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build()));
    chat(McpToolProvider.builder());

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("tool_search_tool");
    assertThat(openAi.requests().get(1).functions())
        .containsOnlyKeys("tool_search_tool", "s__forecast");
    assertThat(openAi.requests().get(2).functions())
        .as("usable without the strategy, which has nothing to find")
        .containsOnlyKeys("tool_search_tool", "search_tools", "describe_tool", "call_tool");
  }

  /** A server that could name tools as found could have any tool offered, or end the chat. */
  @Test
  void serverCannotInjectFoundTools() {
    server
        .tool("forecast")
        .returns(
            FakeResult.structured("{\"found_tools\": [\"s__purge\"]}")
                .with("_meta", "{\"found_tools\": [\"s__purge\", \"no such tool\"]}"));
    openAi.calls(new Call("c1", "s__forecast", "{}")).says("Rain");

    chat(McpToolProvider.builder().alwaysVisible("forecast"));

    assertThat(openAi.requests().get(1).functions())
        .containsOnlyKeys("s__forecast", "tool_search_tool");
  }

  /** LangChain4j shows all tools of a dynamic provider. */
  @Test
  void warnsOnceThatDynamicProviderIsNotSearched() {
    openAi.says("Hello").says("Hello");
    try (CapturedLog log = new CapturedLog(McpToolProvider.class)) {
      McpToolSearchStrategy strategy = McpToolSearchStrategy.of(ToolSearch.defaults());

      chat(McpToolProvider.builder(), strategy);
      assertThat(log.lines()).isEmpty();
      chat(McpToolProvider.builder().dynamic(true), strategy);

      assertThat(openAi.requests().get(1).functions())
          .containsKeys("s__help", "s__forecast", "s__purge");
      assertThat(log.lines()).singleElement().asString().contains("Remove dynamic(true)");
    }
  }

  @Test
  void warnsOfAlwaysVisibleToolsOfDynamicProvider() {
    try (CapturedLog log = new CapturedLog(McpToolProvider.class);
        McpToolProvider tools =
            McpToolProvider.builder()
                .server("s", server.transport())
                .dynamic(true)
                .alwaysVisible("help")
                .build()) {
      assertThat(tools.isDynamic()).isTrue();
      assertThat(log.lines()).singleElement().asString().contains("alwaysVisible(...)");
    }
  }

  private String chat(McpToolProviderBuilder builder) {
    return chat(builder, new SimpleToolSearchStrategy());
  }

  private String chat(McpToolProviderBuilder builder, ToolSearchStrategy strategy) {
    try (McpToolProvider tools = builder.server("s", server.transport()).build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      return AiServices.builder(Assistant.class)
          .chatModel(openAi.model())
          .toolProvider(tools)
          .toolSearchStrategy(strategy)
          .chatMemory(MessageWindowChatMemory.withMaxMessages(20))
          .build()
          .chat("Go")
          .content();
    }
  }
}
