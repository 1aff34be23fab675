package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tools added during an AI service call. */
class DynamicToolsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer early = FakeMcpServer.create();
  private final FakeMcpServer late = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    early.tool("wait");
    late.tool("other");
    catalog = ToolCatalog.builder().server("early", early.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    early.close();
    late.close();
  }

  @Test
  void toolsDoNotChangeWithinInvocation() {
    chatWhileAServerJoins(McpToolProvider.of(catalog));

    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("early__wait");
  }

  @Test
  void dynamicProviderAddsToolsInNextRound() {
    chatWhileAServerJoins(McpToolProvider.builder().tools(catalog).dynamic(true).build());

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("early__wait");
    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("early__wait", "late__other");
  }

  @Test
  void offersToolRegisteredDuringCallInNextRound() {
    early
        .tool("register")
        .handler(
            call -> {
              early.tool("registered").returns("works");
              return FakeResult.text("registered").afterToolsChanged();
            });
    catalog.refresh(List.of("early"), SOON);
    openAi
        .calls(new Call("c1", "early__register", "{}"))
        .calls(new Call("c2", "early__registered", "{}"))
        .says("done");

    String answer = chat(McpToolProvider.builder().tools(catalog).dynamic(true).build());

    assertThat(answer).isEqualTo("done");
    assertThat(openAi.requests().get(1).functions())
        .containsOnlyKeys("early__wait", "early__register", "early__registered");
    assertThat(openAi.requests().get(2).toolMessages()).containsEntry("c2", "works");
  }

  @Test
  void doesNotListWithoutAnnouncement() {
    openAi.calls(new Call("c1", "early__wait", "{}")).says("done");
    int listed = early.received("tools/list").size();

    chat(McpToolProvider.builder().tools(catalog).dynamic(true).build());

    assertThat(openAi.requests()).hasSize(2);
    assertThat(early.received("tools/list")).hasSize(listed);
  }

  @Test
  void limitsWaitForAnnouncedList() {
    early.tool("wait").returns(FakeResult.text("waited").afterToolsChanged());
    early.inject("tools/list", Faults.silence());
    openAi.calls(new Call("c1", "early__wait", "{}")).says("done");
    McpToolProvider tools = McpToolProvider.builder().tools(catalog).dynamic(true).build();

    chat(tools);

    assertThat(openAi.requests().get(1).functions()).containsOnlyKeys("early__wait");
  }

  private String chat(McpToolProvider tools) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .build()
        .chat("Go")
        .content();
  }

  private void chatWhileAServerJoins(McpToolProvider tools) {
    openAi.calls(new Call("c1", "early__wait", "{}")).says("done");
    AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .toolProvider(tools)
        .beforeToolExecution(
            call -> {
              catalog.add("late", late.transport(), ServerOptions.defaults());
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
            })
        .build()
        .chat("Go");
  }
}
