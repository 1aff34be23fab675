package io.mcpbridge.oauth.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpException;
import io.mcpbridge.result.JdbcResultStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store says if the pool has no connection for it. */
class ConnectionPoolTest {

  private final JdbcConnectionPool pool =
      JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "s3cret");

  @AfterEach
  void dispose() {
    pool.dispose();
  }

  @Test
  void exhaustedPoolIsTheCause() throws SQLException {
    pool.setMaxConnections(1);
    pool.setLoginTimeout(1);
    try (Connection transaction = pool.getConnection()) {
      transaction.setAutoCommit(false);

      assertThatThrownBy(() -> JdbcResultStore.of(pool).find("key"))
          .isInstanceOf(McpException.class)
          .hasMessageContaining("mcp_result")
          .hasMessageContaining("the pool must be larger than the number of calls in transactions")
          .hasMessageNotContaining("create")
          .hasCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void closedPoolIsTheCause() {
    pool.dispose();

    assertThatThrownBy(() -> JdbcResultStore.of(pool).find("key"))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("the database has no connection for it")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void missingTableIsCreatedByTheUser() {
    assertThatThrownBy(() -> JdbcResultStore.of(pool).find("key"))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("see JdbcResultStore for how to create it");
  }
}
