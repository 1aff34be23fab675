package com.example.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** An application whose user approves destructive calls. */
class ApproveInSpringTest {

  @Test
  void destructiveToolsRunAfterApprovalOnly() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").annotations("{\"readOnlyHint\": true}").returns("done");
      server.tool("delete").returns("done");
      server.tool("format_disk").returns("done");
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.config.additional-location=classpath:com/example/approval/application.yml",
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.files.url=" + server.url())) {
        ToolCatalog tools = context.getBean(ToolCatalog.class);
        assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();

        assertThat(call(tools, "files__read")).isEqualTo("done");
        assertThat(call(tools, "files__delete")).contains("the user does not want it");
        assertThat(call(tools, "files__format_disk")).isNotEqualTo("done");

        assertThat(context.getBean(Chat.class).questions)
            .containsExactly("Run files__delete with {}?");
        assertThat(server.received("tools/call")).hasSize(1);
      }
    }
  }

  @Test
  void callsWaitForDecisionOfTheirUser() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("delete").title("Delete file").returns("done");
      try (ConfigurableApplicationContext context =
          Applications.start(
              Web.class,
              "--spring.config.additional-location=classpath:com/example/approval/application.yml",
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.files.url=" + server.url())) {
        ToolCatalog tools = context.getBean(ToolCatalog.class);
        assertThat(tools.awaitReady(Duration.ofSeconds(30))).isTrue();
        Approvals approvals = context.getBean(Approvals.class);
        CompletableFuture<PendingApproval> waiting = new CompletableFuture<>();
        context
            .getBean(McpApprovals.class)
            .addListener(
                new McpApprovals.Listener() {
                  @Override
                  public void requested(PendingApproval call) {
                    waiting.complete(call);
                  }
                });

        CompletableFuture<ToolOutput> output =
            tools.callAsync(
                "files__delete",
                "{\"path\": \"/tmp/a\"}",
                CallOptions.builder().user("ada").build());
        String id = waiting.join().id();

        assertThat(approvals.waiting()).isEmpty();
        assertThat(approvals.deny(id)).isFalse();
        SecurityContextHolder.getContext()
            .setAuthentication(new TestingAuthenticationToken("ada", null, "USER"));
        assertThat(approvals.waiting()).containsExactly(entry(id, "Delete file: \"/tmp/a\""));
        assertThat(approvals.allow(id)).isTrue();
        assertThat(output.join().text()).isEqualTo("done");
      }
    }
  }

  private static String call(ToolCatalog tools, String name) {
    return tools.call(name, "{}", CallOptions.defaults()).text();
  }

  @EnableAutoConfiguration
  static class Desk {

    @Bean
    Chat chat() {
      return new Chat();
    }

    @Bean
    ApprovalHandler approvalHandler(Chat chat) {
      return ApprovalHandler.of(
          request ->
              chat.confirms("Run " + request.modelName() + " with " + request.argumentsJson() + "?")
                  ? ApprovalDecision.allow()
                  : ApprovalDecision.deny("the user does not want it"));
    }
  }

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
  }

  @EnableAutoConfiguration
  @Import(Approvals.class)
  static class Web {}

  static final class Chat {

    final List<String> questions = new CopyOnWriteArrayList<>();

    boolean confirms(String question) {
      questions.add(question);
      return false;
    }
  }
}
