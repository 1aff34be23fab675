package io.mcpbridge.oauth.store;

import io.mcpbridge.oauth.TableScriptsTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of stores in an in-memory database with the table. */
abstract class DatabaseTest {

  final JdbcDataSource database = new JdbcDataSource();
  Connection keepAliveConnection;

  @BeforeEach
  void createTable() throws SQLException {
    database.setURL("jdbc:h2:mem:" + System.nanoTime());
    keepAliveConnection = database.getConnection();
    TableScriptsTest.createTable(keepAliveConnection);
  }

  @AfterEach
  void close() throws SQLException {
    keepAliveConnection.close();
  }

  final void execute(String sql) {
    try (Statement statement = keepAliveConnection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
