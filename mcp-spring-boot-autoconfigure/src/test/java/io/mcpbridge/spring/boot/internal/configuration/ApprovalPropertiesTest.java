package io.mcpbridge.spring.boot.internal.configuration;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.test.FakeMcpServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Approval policy by property. */
class ApprovalPropertiesTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<String> approvalRequests = new CopyOnWriteArrayList<>();
  private final ApprovalHandler handler =
      ApprovalHandler.of(
          request -> {
            approvalRequests.add(request.tool().name());
            return ApprovalDecision.allow();
          });

  ApprovalPropertiesTest() {
    server.tool("read").annotations("{\"readOnlyHint\": true}").returns("done");
    server.tool("drop").returns("done");
    server.tool("send").returns("done");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Map<String, ApprovalMode> modes(ToolCatalog catalog) {
    return catalog.tools().stream()
        .collect(Collectors.toMap(CatalogTool::modelName, catalog::approvalMode));
  }

  @Test
  void serverRulesOverrideDefaults() {
    String url = server.url();
    CatalogApplication.run(
        application(
                "servers.a.url=" + url,
                "servers.a.approval.auto=send",
                "servers.a.approval.otherwise=ask",
                "servers.b.url=" + url,
                "servers.b.approval.deny=send",
                "defaults.approval.ask=send",
                "defaults.approval.auto-traits=read-only",
                "defaults.approval.otherwise=deny")
            .withBean(ApprovalHandler.class, () -> handler),
        catalog ->
            assertThat(modes(catalog))
                .containsOnly(
                    Map.entry("a__read", ApprovalMode.AUTO),
                    Map.entry("a__send", ApprovalMode.AUTO),
                    Map.entry("a__drop", ApprovalMode.ASK),
                    Map.entry("b__read", ApprovalMode.AUTO),
                    Map.entry("b__send", ApprovalMode.DENY),
                    Map.entry("b__drop", ApprovalMode.DENY)));
  }

  @Test
  void approvalHandlerBeanIsAsked() {
    CatalogApplication.run(
        application("servers.a.url=" + server.url(), "servers.a.approval.ask=dr?p")
            .withBean(ApprovalHandler.class, () -> handler),
        catalog -> {
          assertThat(call(catalog, "a__read", "{}").text()).isEqualTo("done");
          assertThat(approvalRequests).isEmpty();
          assertThat(call(catalog, "a__drop", "{}").text()).isEqualTo("done");
          assertThat(approvalRequests).containsExactly("drop");
        });
  }

  @Test
  void missingApprovalHandlerPreventsStart() {
    application("servers.a.command=npx", "servers.a.approval.ask=drop")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(InvalidMcpConfigurationException.class)
                    .hasMessageContaining("mcp.client.servers.a.approval"));
  }
}
