package io.mcpbridge.realservers.stores;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** The databases with the tables of approvals, apart from that of tokens. */
final class ApprovalTable {

  /** A strong reference, so that the logger keeps its level. */
  private static final Logger LIQUIBASE = Logger.getLogger("liquibase");

  static final Database POSTGRES = createSchema(Database.postgres());
  static final Database MARIA_DB =
      new Database("mariadb", Database.mariaDb().url().replace("/mcp?", "/approvals?"));
  private static final HikariDataSource POSTGRES_POOL = create(POSTGRES);
  private static final HikariDataSource MARIA_DB_POOL = create(MARIA_DB);

  private ApprovalTable() {}

  static HikariDataSource postgres() {
    return POSTGRES_POOL;
  }

  static HikariDataSource mariaDb() {
    return MARIA_DB_POOL;
  }

  private static Database createSchema(Database database) {
    try (HikariDataSource pool = database.pool(Database.Pool.USUAL);
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema approvals");
      return new Database(database.vendor(), database.url() + "&currentSchema=approvals");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Created by Flyway; after that, Liquibase is harmless. */
  static HikariDataSource create(Database database) {
    LIQUIBASE.setLevel(Level.WARNING);
    HikariDataSource pool = database.pool(Database.Pool.USUAL);
    database.migrate(pool, "io/mcpbridge/approval/jdbc");
    try {
      database.updateByLiquibase("approvals.xml");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return pool;
  }

  static DataSource postgresInTimeZone(String zone) {
    return POSTGRES.pool(Database.Pool.USUAL, "set time zone '" + zone + "'");
  }

  /** By the offset, since the names of time zones may not be loaded. */
  static DataSource mariaDbInTimeZone(String zone) {
    ZoneOffset offset = ZoneId.of(zone).getRules().getOffset(Instant.now());
    String hours = offset.getTotalSeconds() == 0 ? "+00:00" : offset.getId();
    return MARIA_DB.pool(Database.Pool.USUAL, "set time_zone = '" + hours + "'");
  }
}
