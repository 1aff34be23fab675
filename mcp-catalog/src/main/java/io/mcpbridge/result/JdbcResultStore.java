package io.mcpbridge.result;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.jdbc.JdbcEntries;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results in a table, for all instances of an application, for one hour by default. Each
 * insert removes expired rows. The application creates the table:
 *
 * <pre>{@code
 * create table mcp_result (
 *   entry_key varchar(64) not null primary key,
 *   ends_at bigint not null,
 *   content text not null  -- clob, where there is no text; longtext in MySQL and MariaDB
 * )
 * }</pre>
 *
 * <p>The scripts for H2, MariaDB, MySQL, Oracle, PostgreSQL and SQL Server are resources of this
 * module, such as {@code io/mcpbridge/result/postgresql/R__mcp_result.sql}, for Flyway ({@code
 * classpath:io/mcpbridge/result/postgresql}) and Liquibase ({@code sqlFile}). The content is not
 * encrypted; the table does not show whose it is. Each statement uses a connection and a
 * transaction of its own. Requires the module {@code java.sql}. Thread-safe.
 */
public final class JdbcResultStore implements ResultStore {

  private static final String TABLE = "mcp_result";

  private static final JdbcEntries.Encoding PLAIN =
      new JdbcEntries.Encoding() {
        @Override
        public String seal(String key, String text) {
          return text;
        }

        @Override
        public String open(String key, String content) {
          return content;
        }
      };

  private final JdbcEntries entries;
  private final long maxBytes;
  private final Duration timeToLive;

  private JdbcResultStore(Builder settings) {
    this.entries =
        new JdbcEntries(settings.database, TABLE, "JdbcResultStore", PLAIN, settings.clock);
    this.maxBytes = settings.maxBytes;
    this.timeToLive = settings.timeToLive;
  }

  /** A store with the defaults. */
  public static JdbcResultStore of(DataSource database) {
    return builder(database).build();
  }

  /** Creates a builder with the defaults. */
  public static Builder builder(DataSource database) {
    return new Builder(database);
  }

  /** Also removes expired rows. */
  @Override
  public boolean save(String key, String content) {
    byte[] utf8 = StoredText.utf8(content);
    if (utf8 == null || utf8.length > maxBytes) {
      return false;
    }
    entries.removeEnded();
    if (!entries.insert(key, entries.now() + timeToLive.toSeconds(), content)) {
      throw new McpException("the table " + TABLE + " has a row with a new key");
    }
    return true;
  }

  @Override
  public @Nullable String find(String key) {
    return entries.findUntilEnd(key);
  }

  @Override
  public String toString() {
    return "JdbcResultStore[" + timeToLive + "]";
  }

  /** Builds a store. */
  public static final class Builder extends ResultStoreBuilder<Builder> {

    private final DataSource database;

    private Builder(DataSource database) {
      this.database = database;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Builds the store; the table must exist when it is first used. */
    public JdbcResultStore build() {
      return new JdbcResultStore(this);
    }
  }
}
