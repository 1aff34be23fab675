package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More tools than a provider accepts in one request. */
class ToolLimitTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final CapturedLog log = new CapturedLog(ToolOfferLog.class);
  private McpToolProvider tools;

  @BeforeEach
  void connect() {
    for (int i = 0; i < 129; i++) {
      server.tool("tool_" + i);
    }
    tools =
        McpToolProvider.builder()
            .server("s", server.transport())
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    tools.close();
    server.close();
    log.close();
  }

  @Test
  void warnsOnceWithCountAndLimit() {
    for (int i = 0; i < 3; i++) {
      assertThat(offeredTo(ModelProvider.OPEN_AI, tools)).isEqualTo(129);
    }

    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith(
            "WARN 129 tools are offered to a model of OpenAI, which refuses a request with more"
                + " than 128.")
        .contains("include", "exclude", "@McpTools", "ToolView");
  }

  @Test
  void warnsAgainIfToolCountChanges() {
    offeredTo(ModelProvider.OPEN_AI, tools);
    server.tool("one_more");
    tools.catalog().refresh("s");
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (offeredTo(ModelProvider.OPEN_AI, tools) < 130 && System.nanoTime() < until) {
      Thread.onSpinWait();
    }

    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().get(1)).startsWith("WARN 130 tools are offered to a model of OpenAI");
  }

  @Test
  void doesNotWarnForProvidersWithHigherLimit() {
    offeredTo(ModelProvider.ANTHROPIC, tools);
    offeredTo(ModelProvider.GOOGLE_VERTEX_AI_GEMINI, tools);

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void doesNotWarnForAgentWithFewerTools() {
    ToolView fewTools = tools.catalog().view(ToolSelection.builder().include("tool_1*").build());

    assertThat(offeredTo(ModelProvider.OPEN_AI, tools.forTools(fewTools))).isLessThan(128);

    assertThat(log.lines()).isEmpty();
  }

  private static int offeredTo(ModelProvider provider, McpToolProvider tools) {
    AtomicInteger offered = new AtomicInteger();
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            offered.set(request.toolSpecifications().size());
            return ChatResponse.builder().aiMessage(AiMessage.from("Nothing to do.")).build();
          }

          @Override
          public ModelProvider provider() {
            return provider;
          }
        };
    AiServices.builder(Assistant.class).chatModel(model).toolProvider(tools).build().chat("Hello");
    return offered.get();
  }
}
