package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tools that come while an agent is at work. */
class DynamicToolsTest {

  private final FakeMcpServer early = FakeMcpServer.create();
  private final FakeMcpServer late = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    early.tool("wait");
    late.tool("other");
    catalog = ToolCatalog.builder().server("early", early.transport()).build().start();
    assertThat(catalog.awaitReady(Duration.ofSeconds(10))).isTrue();
  }

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    early.close();
    late.close();
  }

  @Test
  void aTurnKeepsTheToolsThatItBeganWith() {
    chatWhileAServerJoins(McpToolProvider.of(catalog));

    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("early__wait");
  }

  @Test
  void aDynamicProviderAddsThemInTheNextRound() {
    chatWhileAServerJoins(McpToolProvider.builder().tools(catalog).dynamic(true).build());

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("early__wait");
    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("early__wait", "late__other");
  }

  private void chatWhileAServerJoins(McpToolProvider tools) {
    openAi.calls(new Call("c1", "early__wait", "{}")).says("done");
    AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .beforeToolExecution(
            call -> {
              catalog.add("late", late.transport(), ServerOptions.defaults());
              assertThat(catalog.awaitReady(Duration.ofSeconds(10))).isTrue();
            })
        .build()
        .chat("Go");
  }
}
