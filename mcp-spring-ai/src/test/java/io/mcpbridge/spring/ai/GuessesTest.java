package io.mcpbridge.spring.ai;

import static io.mcpbridge.approval.ApprovalDecision.deny;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;

/** The programs that a user of Spring AI would guess, without looking anything up. */
class GuessesTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void offersToolsOfCatalog() {
    server.tool("forecast").returns("sunny");
    try (ToolCatalog catalog = ToolCatalog.builder().server("s", server.transport()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(chat(McpToolCallbackProvider.of(catalog))).isEqualTo("sunny");
    }
  }

  @Test
  void setsUpCatalogOfProvider() {
    server.tool("delete_file").returns("gone");
    ApprovalPolicy policy =
        ApprovalPolicy.builder().ask("delete_*").handler(request -> deny("not today")).build();

    McpToolCallbackProvider tools =
        McpToolCallbackProvider.builder()
            .server("s", server.transport())
            .catalog(
                catalog ->
                    catalog
                        .approval(policy)
                        .callGuards(CallGuards.defaults())
                        .resultStore(InMemoryResultStore.create()))
            .toolSearch(ToolSearch.defaults())
            .build();
    try (tools) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(chat(tools)).contains("not today");
      assertThat(server.calls("delete_file")).isEmpty();
    }
    assertThat(tools.catalog().isClosed()).isTrue();
  }

  @Test
  void returnsResultsByQualifiedName() {
    server.tool("render_page");
    try (McpToolCallbackProvider tools =
        McpToolCallbackProvider.builder()
            .server("s", server.transport())
            .returnDirect("s__render_*")
            .build()) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(tools.getToolCallbacks())
          .singleElement()
          .satisfies(tool -> assertThat(tool.getToolMetadata().returnDirect()).isTrue());
    }
  }

  @Test
  void closesOwnCatalogOnly() {
    try (ToolCatalog catalog = ToolCatalog.builder().build()) {
      McpToolCallbackProvider.of(catalog).close();

      assertThat(catalog.isClosed()).isFalse();
    }
  }

  @Test
  void rejectsSettingsForCatalogOfOthers() {
    try (ToolCatalog catalog = ToolCatalog.builder().build()) {
      assertThatThrownBy(
              () ->
                  McpToolCallbackProvider.builder()
                      .tools(catalog)
                      .server("s", server.transport())
                      .build())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("or the tools(...) of a catalog that is set up elsewhere");
    }
    assertThatThrownBy(() -> McpToolCallbackProvider.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("needs either server(...)");
  }

  private static String chat(McpToolCallbackProvider tools) {
    return ChatClient.builder(new RepeatingModel())
        .defaultToolCallbacks(tools)
        .build()
        .prompt("Go")
        .call()
        .content();
  }
}
