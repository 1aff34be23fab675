package com.example.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.jdbc.JdbcApprovalAudit;
import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** An application whose approvals survive a restart. */
class LastingApprovalsTest {

  private final List<String> shown = new ArrayList<>();

  @Test
  void callIsMadeAfterRestartAndDecision() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("delete").returns("done");
      try (ConfigurableApplicationContext context = start(server)) {
        resume(context.getBean(McpApprovals.class), catalog(context));
        catalog(context)
            .call(
                "files__delete",
                "{}",
                CallOptions.builder().user("ada").conversationId("trip").build());
      }
      assertThat(server.received("tools/call")).isEmpty();
      try (ConfigurableApplicationContext context = start(server)) {
        McpApprovals approvals = context.getBean(McpApprovals.class);
        String id = approvals.ofUser("ada").get(0).id();
        approvals.decide(id, "ada", ApprovalDecision.allow());
      }
      try (ConfigurableApplicationContext context = start(server)) {
        resume(context.getBean(McpApprovals.class), catalog(context));
        resume(context.getBean(McpApprovals.class), catalog(context));
        assertThat(auditedStates(context))
            .containsExactlyInAnyOrder("WAITING", "ALLOWED", "EXECUTED");
      }
      assertThat(server.received("tools/call")).hasSize(1);
    }
    assertThat(shown).containsExactly("done");
  }

  private static ConfigurableApplicationContext start(FakeMcpServer server) {
    return Applications.start(
        Desk.class,
        "--spring.ai.openai.api-key=none",
        "--mcp.client.servers.files.url=" + server.url(),
        "--mcp.client.servers.files.approval.ask=delete",
        "--mcp.client.approval.suspend-for=1d",
        "--desk.approval-key=" + "A".repeat(43) + "=");
  }

  private static List<String> auditedStates(ConfigurableApplicationContext context) {
    return new JdbcTemplate(context.getBean(DataSource.class))
        .queryForList("select state from mcp_approval_audit", String.class);
  }

  private static ToolCatalog catalog(ConfigurableApplicationContext context) {
    ToolCatalog catalog = context.getBean(ToolCatalog.class);
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
    return catalog;
  }

  private void resume(McpApprovals approvals, ToolCatalog catalog) {
    for (PendingApproval call : approvals.suspended("ada", "trip")) {
      ToolOutput output =
          catalog.call(
              call.modelName(),
              call.argumentsJson(),
              CallOptions.builder()
                  .user("ada")
                  .conversationId("trip")
                  .approvalId(call.id())
                  .build());
      approvals.delivered(call);
      show(output.text());
    }
  }

  private void show(String text) {
    shown.add(text);
  }

  @EnableAutoConfiguration
  static class Desk {

    @Bean
    DataSource dataSource() {
      DataSource database =
          new DriverManagerDataSource("jdbc:h2:mem:lasting-approvals;DB_CLOSE_DELAY=-1");
      new ResourceDatabasePopulator(
              new ClassPathResource("io/mcpbridge/approval/jdbc/h2/R__mcp_approval.sql"),
              new ClassPathResource("io/mcpbridge/approval/jdbc/h2/R__mcp_approval_audit.sql"))
          .execute(database);
      return database;
    }

    @Bean
    ApprovalStore approvalStore(DataSource database, @Value("${desk.approval-key}") String base64) {
      byte[] key = Base64.getDecoder().decode(base64);
      return JdbcApprovalStore.of(database, new SecretKeySpec(key, "AES"));
    }

    @Bean
    JdbcApprovalAudit approvalAudit(DataSource database) {
      return JdbcApprovalAudit.of(database);
    }
  }
}
