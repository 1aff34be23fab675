package io.mcpbridge.approval.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/** Databases with the tables. */
public final class TestDatabase {

  private TestDatabase() {}

  /** A database in memory, until {@code shutdown}. */
  public static JdbcDataSource h2() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(script("h2", "mcp_approval")); // H2 runs several statements at once
      statement.execute(script("h2", "mcp_approval_audit"));
      return database;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  static String script(String vendor, String table) {
    try (InputStream script =
        JdbcApprovalStore.class.getResourceAsStream(vendor + "/R__" + table + ".sql")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
