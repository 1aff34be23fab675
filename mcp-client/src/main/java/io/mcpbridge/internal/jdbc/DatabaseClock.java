package io.mcpbridge.internal.jdbc;

import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The time of a database in milliseconds since 1970, whatever the time zone of the session. The
 * clocks of an application's instances may differ, and that of the database is one.
 */
enum DatabaseClock {
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
