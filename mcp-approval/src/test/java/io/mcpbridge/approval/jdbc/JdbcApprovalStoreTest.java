package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The store on H2. */
class JdbcApprovalStoreTest extends ApprovalStoreContract {

  private static final JdbcDataSource DATABASE = TestDatabase.h2();

  JdbcApprovalStoreTest() {
    super(DATABASE);
  }

  @Override
  protected DataSource inTimeZone(String zone) {
    JdbcDataSource sessions = new JdbcDataSource();
    sessions.setURL(DATABASE.getURL() + ";TIME ZONE=" + zone);
    return sessions;
  }

  @Test
  void failsWithoutTable() {
    JdbcDataSource empty = new JdbcDataSource();
    empty.setURL("jdbc:h2:mem:");

    McpApprovals approvals =
        McpApprovals.builder()
            .store(JdbcApprovalStore.of(empty))
            .suspendFor(Duration.ofDays(1))
            .build();
    ListAppender<ILoggingEvent> errors = new ListAppender<>();
    errors.start();
    Logger logger = (Logger) LoggerFactory.getLogger(ApprovalPolicy.class);
    logger.addAppender(errors);
    logger.setAdditive(false);
    try (FakeMcpServer files = FakeMcpServer.create()) {
      files.tool("purge").returns("did purge");
      try (ToolCatalog catalog =
          ToolCatalog.builder()
              .server("files", files.transport())
              .approval(ApprovalPolicy.builder().ask("purge").handlerAsync(approvals).build())
              .build()) {
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

        assertThat(catalog.call("files__purge", "{}").text())
            .isEqualTo("files__purge did not run: no approval could be requested.");
      }
      assertThat(files.received("tools/call")).isEmpty();
    } finally {
      logger.detachAppender(errors);
      logger.setAdditive(true);
    }
    assertThat(errors.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .singleElement()
        .asString()
        .startsWith(
            "MCP server \"files\": the call of files__purge with [] was not made, because no"
                + " approval could be requested: the table mcp_approval cannot be used (SQL state"
                + " 42S0")
        .endsWith(
            "; see io/mcpbridge/approval/jdbc/<database>/R__mcp_approval.sql in mcp-approval for how"
                + " to create it");
  }
}
