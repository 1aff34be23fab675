package com.example.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application where users do not decide about their own calls. */
class ApproversDecideTest {

  @EnableAutoConfiguration
  static class Desk {

    @Bean
    McpApprovals approvals(McpApprovals.Builder builder) {
      return builder.requesterMayDecide(false).build();
    }

    @Bean
    ThreadContextProvider user() {
      return Ada::new;
    }
  }

  /** The signed-in user. */
  private static final class Ada implements ThreadContextProvider.ContextSnapshot {

    @Override
    public Object user() {
      return "ada";
    }

    @Override
    public <T> T call(Supplier<T> call) {
      return call.get();
    }
  }

  @Test
  void builderHasPropertiesAndCurrentUser() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("delete").returns("gone");
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.ai.openai.api-key=none",
              "--mcp.client.approval.suspend-for=1d",
              "--mcp.client.servers.files.approval.ask=delete",
              "--mcp.client.servers.files.url=" + server.url())) {
        ToolCatalog catalog = context.getBean(ToolCatalog.class);
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
        McpApprovals approvals = context.getBean(McpApprovals.class);

        catalog.call("files__delete", "{}", CallOptions.builder().user("ada").build());

        String id = approvals.ofCurrentUser().get(0).id();
        assertThat(approvals.decideAsCurrentUser(id, ApprovalDecision.allow())).isFalse();
        assertThat(approvals.decideAsApprover(id, "ops", ApprovalDecision.allow())).isTrue();
      }
    }
  }
}
