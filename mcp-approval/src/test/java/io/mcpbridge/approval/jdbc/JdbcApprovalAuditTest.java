package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The audit record on H2. */
class JdbcApprovalAuditTest extends ApprovalAuditContract {

  JdbcApprovalAuditTest() {
    super(TestDatabase.h2());
  }

  @Test
  void callGoesOnIfRowCannotBeWritten() {
    JdbcDataSource empty = new JdbcDataSource();
    empty.setURL("jdbc:h2:mem:");
    McpApprovals approvals = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();
    approvals.addListener(JdbcApprovalAudit.of(empty));
    ListAppender<ILoggingEvent> errors = new ListAppender<>();
    errors.start();
    Logger logger = (Logger) LoggerFactory.getLogger("io.mcpbridge.approval");
    logger.addAppender(errors);
    logger.setAdditive(false);
    try (FakeMcpServer files = FakeMcpServer.create();
        ToolCatalog catalog = catalog(files, approvals)) {
      CallOptions options = CallOptions.builder().user("ada").conversationId("c1").build();
      catalog.call("files__purge", "{}", options);
      String id = approvals.ofUser("ada").get(0).id();
      approvals.decide(id, "ada", ApprovalDecision.allow());
      CallOptions again = options.toBuilder().approvalId(id).build();

      assertThat(catalog.call("files__purge", "{}", again).text()).isEqualTo("did purge");

      assertThat(errors.list)
          .filteredOn(event -> event.getLevel() == Level.ERROR)
          .extracting(ILoggingEvent::getFormattedMessage)
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .startsWith("Not in the audit record: REQUESTED of approval " + id)
                      .contains("mcp_approval_audit", "SQL state", "R__mcp_approval_audit.sql"),
              line -> assertThat(line).contains("DECIDED of approval " + id),
              line -> assertThat(line).contains("ENDED of approval " + id));
    } finally {
      logger.detachAppender(errors);
      logger.setAdditive(true);
    }
  }

  private static ToolCatalog catalog(FakeMcpServer files, McpApprovals approvals) {
    files.tool("purge").returns("did purge");
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("files", files.transport())
            .approval(ApprovalPolicy.builder().ask("purge").handlerAsync(approvals).build())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }
}
