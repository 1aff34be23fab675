package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.approval.jdbc.TestDatabase;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The example of the module's README. */
class ApprovalReadmeTest {

  private final DataSource dataSource = TestDatabase.h2();
  private final List<String> shown = new ArrayList<>();
  private final SecretKey key = new SecretKeySpec(new byte[32], "AES");

  @Test
  void callIsMadeAfterDecision() {
    McpApprovals approvals =
        McpApprovals.builder()
            .store(JdbcApprovalStore.of(dataSource, key))
            .suspendFor(Duration.ofDays(1))
            .build();
    ApprovalPolicy policy = ApprovalPolicy.builder().ask("purge").handlerAsync(approvals).build();

    try (FakeMcpServer files = FakeMcpServer.create()) {
      files.tool("purge").returns("done");
      try (ToolCatalog catalog =
          ToolCatalog.builder().server("files", files.transport()).approval(policy).build()) {
        catalog.awaitReady(Duration.ofSeconds(60));
        catalog.call(
            "files__purge", "{}", CallOptions.builder().user("ada").conversationId("trip").build());
        decide(approvals);

        CallOptions options = CallOptions.builder().user("ada").conversationId("trip").build();
        for (ResumedCall call : catalog.resume(approvals, options)) {
          show(call.text());
          approvals.delivered(call.approval());
        }
      }
    }
    assertThat(shown).containsExactly("done");
  }

  private void show(String text) {
    shown.add(text);
  }

  private static void decide(McpApprovals approvals) {
    approvals
        .ofUser("ada")
        .forEach(call -> approvals.decide(call.id(), "ada", ApprovalDecision.allow()));
  }
}
