package io.mcpbridge.spring.ai;

import static io.mcpbridge.approval.ApprovalDecision.deny;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.Map;
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
  void deniesByArgument() {
    server.tool("write").returns("written");
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .otherwise(ApprovalMode.DENY)
            .rule(ApprovalRule.allow("s__write").when("/path", ArgumentCondition.below("/data")))
            .build();
    try (McpToolCallbackProvider tools = connected(policy)) {
      assertThat(chat(tools, "{\"path\": \"/data/a\"}")).isEqualTo("written");
      assertThat(chat(tools, "{\"path\": \"/data/../etc/a\"}"))
          .isEqualTo("s__write did not run: this application does not allow it.");
      assertThat(server.calls("write")).hasSize(1);
    }
  }

  @Test
  void runsWithChangedArgumentsOrAnswersInPlaceOfTool() {
    server.tool("write").returns("written");
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .ask("write")
            .handler(
                request ->
                    request.arguments().containsValue("/a")
                        ? ApprovalDecision.allow().withArguments(Map.of("path", "/data/a"))
                        : ApprovalDecision.answer("written by hand"))
            .build();
    try (McpToolCallbackProvider tools = connected(policy)) {
      assertThat(chat(tools, "{\"path\": \"/a\"}")).isEqualTo("written");
      assertThat(chat(tools, "{\"path\": \"/b\"}")).isEqualTo("written by hand");
      assertThat(server.calls("write"))
          .singleElement()
          .satisfies(sent -> assertThat(sent.toString()).contains("/data/a"));
    }
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

  @Test
  void callWaitsForDecisionElsewhere() {
    server.tool("write").returns("written");
    McpApprovals approvals = McpApprovals.inMemory();
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            boolean allowed = call.arguments().containsValue("/b");
            approvals.decideAsApprover(
                call.id(), "approver", allowed ? ApprovalDecision.allow() : deny("not there"));
          }
        });
    ApprovalPolicy policy = ApprovalPolicy.builder().ask("write").handlerAsync(approvals).build();
    try (McpToolCallbackProvider tools = connected(policy)) {
      assertThat(chat(tools, "{\"path\": \"/a\"}")).isEqualTo("s__write did not run: not there.");
      assertThat(chat(tools, "{\"path\": \"/b\"}")).isEqualTo("written");
      assertThat(server.calls("write")).hasSize(1);
    }
  }

  private McpToolCallbackProvider connected(ApprovalPolicy policy) {
    McpToolCallbackProvider tools =
        McpToolCallbackProvider.builder()
            .server("s", server.transport())
            .catalog(catalog -> catalog.approval(policy))
            .build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
    return tools;
  }

  private static String chat(McpToolCallbackProvider tools) {
    return chat(tools, "{}");
  }

  private static String chat(McpToolCallbackProvider tools, String arguments) {
    return ChatClient.builder(new RepeatingModel(arguments))
        .defaultToolCallbacks(tools)
        .build()
        .prompt("Go")
        .call()
        .content();
  }
}
