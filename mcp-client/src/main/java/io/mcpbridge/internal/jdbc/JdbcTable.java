package io.mcpbridge.internal.jdbc;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.jdbc.AutoCommitConnections.NoConnectionException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A table of the application's database. Each statement is a transaction of its own. */
public final class JdbcTable {

  /**
   * SQL states for a duplicate key (class 23, integrity constraint violation): most databases have
   * a specific one, some use the generic one of the standard. Where several exist, NOT NULL and
   * CHECK violations have others.
   */
  private static final Set<String> DUPLICATE_KEY = Set.of("23505", "23000", "23001");

  /** SQL class 40, transaction rollback. */
  private static final String ROLLED_BACK = "40";

  private static final int MAX_ATTEMPTS = 5;

  private final AutoCommitConnections connections;
  private final String name;
  private final String help;
  private final Clock clock;
  private volatile @Nullable DatabaseClock databaseClock;

  /** Reads the current row. */
  @FunctionalInterface
  public interface RowReader<T> {

    /**
     * @return {@code null} to leave the row out
     */
    @Nullable T read(ResultSet row) throws SQLException;
  }

  /**
   * @param help the class that says how to create the table
   * @param clock in place of the database's, where it is not known how to ask for that
   */
  public JdbcTable(DataSource database, String name, String help, Clock clock) {
    this.connections = new AutoCommitConnections(database);
    this.name = name;
    this.help = help;
    this.clock = clock;
  }

  /** An SQL expression for the database's time, in milliseconds since 1970. */
  public String nowSql() {
    return databaseClock().sql(clock);
  }

  /** The database's time, in milliseconds since 1970. */
  public long now() {
    String query = databaseClock().query();
    return query == null
        ? clock.millis()
        : query(query, 0, row -> row.getLong(1)).stream().findFirst().orElseGet(clock::millis);
  }

  private DatabaseClock databaseClock() {
    DatabaseClock known = databaseClock;
    if (known == null) {
      known =
          inDatabase(
              connection -> DatabaseClock.of(connection.getMetaData().getDatabaseProductName()));
      databaseClock = known;
    }
    return known;
  }

  /** The update count; 0 if the key is a duplicate. */
  public int update(String sql, @Nullable Object... values) {
    return inDatabase(
        connection -> {
          try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
          } catch (SQLException e) {
            if (DUPLICATE_KEY.contains("" + e.getSQLState())) {
              return 0;
            }
            throw e;
          }
        });
  }

  /**
   * @param maxRows how many rows are read; 0 for all
   */
  public <T> List<T> query(
      String sql, int maxRows, RowReader<? extends T> reader, Object... values) {
    return inDatabase(
        connection -> {
          try (PreparedStatement query = prepared(connection, sql, values)) {
            if (maxRows > 0) { // some drivers send a statement for it
              query.setMaxRows(maxRows);
            }
            try (ResultSet rows = query.executeQuery()) {
              List<T> result = new ArrayList<>();
              while (rows.next()) {
                T value = reader.read(rows);
                if (value != null) {
                  result.add(value);
                }
              }
              return result;
            }
          }
        });
  }

  private static PreparedStatement prepared(
      Connection connection, String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    int index = 1;
    for (Object value : values) {
      if (value == null) {
        statement.setNull(index++, Types.VARCHAR);
      } else {
        statement.setObject(index++, value);
      }
    }
    return statement;
  }

  /**
   * Repeats a statement that the database rolled back, such as to resolve a deadlock: it was a
   * transaction of its own.
   */
  private <T> T inDatabase(AutoCommitConnections.Work<T> work) {
    SQLException last = null;
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      try {
        return connections.run(work);
      } catch (NoConnectionException e) {
        throw new McpException(
            "the table "
                + name
                + " cannot be used: the database has no connection for it. Each statement takes a"
                + " connection of its own, also while its caller is in a transaction, so the pool"
                + " must be larger than the number of calls in transactions",
            e.getCause());
      } catch (SQLException e) {
        last = e;
        if (!("" + e.getSQLState()).startsWith(ROLLED_BACK)) {
          break;
        }
      }
    }
    // without the cause: its message may quote values
    throw unusable(
        last == null || last.getSQLState() == null
            ? "no SQL state"
            : "SQL state " + last.getSQLState());
  }

  /** What to throw if the table does not work. */
  public McpException unusable(String reason) {
    return new McpException(
        "the table "
            + name
            + " cannot be used ("
            + reason
            + "); see "
            + help
            + " for how to create it");
  }

  /** The name, as it stands in SQL. */
  @Override
  public String toString() {
    return name;
  }

  /**
   * The time of a database in milliseconds since 1970, whatever the time zone of the session. The
   * clocks of an application's instances may differ, and that of the database is one.
   */
  private enum DatabaseClock {
    STANDARD("cast(floor(extract(epoch from current_timestamp) * 1000) as bigint)", ""),

    /** The function {@code unix_timestamp} is ambiguous in the hour in which summer time ends. */
    MYSQL("(timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(6)) div 1000)", ""),

    SQL_SERVER("datediff_big(millisecond, '1970-01-01', sysutcdatetime())", ""),

    ORACLE(
        "(round((trunc(sys_extract_utc(systimestamp), 'MI') - date '1970-01-01') * 1440) * 60000"
            + " + floor(extract(second from sys_extract_utc(systimestamp)) * 1000))",
        " from dual"),

    UNKNOWN(null, "");

    private final @Nullable String expression;
    private final String from;

    DatabaseClock(@Nullable String expression, String from) {
      this.expression = expression;
      this.from = from;
    }

    /**
     * @param product as in {@link java.sql.DatabaseMetaData#getDatabaseProductName}
     */
    static DatabaseClock of(String product) {
      return switch (product) {
        case "PostgreSQL", "H2" -> STANDARD;
        case "MySQL", "MariaDB" -> MYSQL;
        case "Microsoft SQL Server" -> SQL_SERVER;
        case "Oracle" -> ORACLE;
        default -> UNKNOWN;
      };
    }

    /** The time as an expression; that of the application if it is not known how to ask. */
    String sql(Clock clock) {
      return expression == null ? Long.toString(clock.millis()) : expression;
    }

    /** A query for the time; {@code null} if none is known. */
    @Nullable String query() {
      return expression == null ? null : "select " + expression + from;
    }
  }
}
