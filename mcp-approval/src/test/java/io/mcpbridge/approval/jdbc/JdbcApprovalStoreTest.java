package io.mcpbridge.approval.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

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

    assertThatThrownBy(() -> JdbcApprovalStore.of(empty).find("1"))
        .isInstanceOf(McpException.class)
        .hasMessageStartingWith("the table mcp_approval cannot be used (SQL state 42S0")
        .hasMessageEndingWith("; see JdbcApprovalStore for how to create it");
  }
}
