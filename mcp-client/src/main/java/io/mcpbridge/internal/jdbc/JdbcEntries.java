package io.mcpbridge.internal.jdbc;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.jdbc.AutoCommitConnections.NoConnectionException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Key-value entries in a table. Each statement is a transaction of its own. */
public final class JdbcEntries {

  /**
   * SQL states for a duplicate key (class 23, integrity constraint violation): most databases have
   * a specific one, some use the generic one of the standard. Where several exist, NOT NULL and
   * CHECK violations have others.
   */
  private static final Set<String> IS_THERE = Set.of("23505", "23000", "23001");

  /** SQL class 40, transaction rollback. */
  private static final String ROLLED_BACK = "40";

  private static final int MAX_ATTEMPTS = 5;

  private final AutoCommitConnections connections;
  private final String table;
  private final String help;
  private final Encoding sealed;
  private final Clock clock;

  /** How a text is stored. */
  public interface Encoding {

    /**
     * @param key of the entry
     */
    String seal(String key, String text);

    /**
     * @param key of the entry
     * @return {@code null} if the content was written with another encoding, or for another key
     */
    @Nullable String open(String key, String content);
  }

  /**
   * @param table its name
   * @param help the class that says how to create the table
   */
  public JdbcEntries(DataSource database, String table, String help, Encoding sealed, Clock clock) {
    this.connections = new AutoCommitConnections(database);
    this.table = table;
    this.help = help;
    this.sealed = sealed;
    this.clock = clock;
  }

  public long now() {
    return clock.instant().getEpochSecond();
  }

  /**
   * Finds the text of a key.
   *
   * @return {@code null} if there is none, or it was encrypted with another key
   */
  public @Nullable String find(String key) {
    Row row = row(key);
    return row == null ? null : sealed.open(key, row.content());
  }

  /**
   * Like {@link #find}, but ignores an expired entry.
   *
   * @return {@code null} if there is none
   */
  public @Nullable String findUntilEnd(String key) {
    Row row = row(key);
    return row == null || row.endsAt() <= now() ? null : sealed.open(key, row.content());
  }

  /**
   * Like {@link #find}, and extends the lifetime of the entry; written once a day at most.
   *
   * @return {@code null} if there is none, or it was encrypted with another key
   */
  public @Nullable String use(String key, Duration life) {
    Row row = row(key);
    String text = row == null ? null : sealed.open(key, row.content());
    if (row != null && text != null && row.endsAt() < now() + life.minusDays(1).toSeconds()) {
      changed(
          "update " + table + " set ends_at = ? where entry_key = ?",
          now() + life.toSeconds(),
          key);
    }
    return text;
  }

  private record Row(String content, long endsAt) {}

  private @Nullable Row row(String key) {
    String sql = "select content, ends_at from " + table + " where entry_key = ?";
    return inDatabase(
            connection -> {
              try (PreparedStatement query = prepared(connection, sql, key);
                  ResultSet rows = query.executeQuery()) {
                return rows.next()
                    ? Optional.of(new Row(rows.getString(1), rows.getLong(2)))
                    : Optional.<Row>empty();
              }
            })
        .orElse(null);
  }

  /**
   * Inserts or replaces an entry.
   *
   * @param endsAt when it expires, in seconds since 1970
   * @return whether it was inserted
   */
  public boolean save(String key, long endsAt, String text) {
    String content = sealed.seal(key, text);
    if (update(key, endsAt, content)) {
      return false;
    }
    boolean inserted = insert(key, endsAt, content);
    // a concurrent insert, or none is possible; some databases do not count unchanged rows
    if (!inserted && !update(key, endsAt, content) && row(key) == null) {
      throw unusable("it takes no row of ours");
    }
    return inserted;
  }

  /**
   * @return whether there was no entry
   */
  public boolean saveIfNone(String key, long endsAt, String text) {
    return insert(key, endsAt, sealed.seal(key, text));
  }

  private boolean update(String key, long endsAt, String content) {
    return changed(
            "update " + table + " set ends_at = ?, content = ? where entry_key = ?",
            endsAt,
            content,
            key)
        > 0;
  }

  /**
   * @return whether there was no entry
   */
  public boolean insert(String key, long endsAt, String content) {
    return changed(
            "insert into " + table + " (ends_at, content, entry_key) values (?, ?, ?)",
            endsAt,
            content,
            key)
        > 0;
  }

  /**
   * @return whether there was an entry
   */
  public boolean remove(String key) {
    return changed("delete from " + table + " where entry_key = ?", key) > 0;
  }

  /**
   * Removes the entry if it has this expiry. Not every database can compare the content.
   *
   * @return whether it was removed
   */
  public boolean remove(String key, long endsAt) {
    return changed("delete from " + table + " where entry_key = ? and ends_at = ?", key, endsAt)
        > 0;
  }

  /** Removes expired entries; 0 means no expiry, as written by an earlier version. */
  public void removeEnded() {
    changed("delete from " + table + " where ends_at > 0 and ends_at < ?", now());
  }

  /** Whether the entry exists and has not expired. */
  public boolean isThereUntilLater(String key) {
    Row row = row(key);
    return row != null && (row.endsAt() <= 0 || row.endsAt() >= now());
  }

  /**
   * @return whether the entry had expired
   */
  public boolean removeIfEnded(String key) {
    return changed(
            "delete from " + table + " where entry_key = ? and ends_at > 0 and ends_at < ?",
            key,
            now())
        > 0;
  }

  /** The update count; 0 if the key is a duplicate. */
  private int changed(String sql, Object... values) {
    return inDatabase(
        connection -> {
          try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
          } catch (SQLException e) {
            if (IS_THERE.contains("" + e.getSQLState())) {
              return 0;
            }
            throw e;
          }
        });
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    int index = 1;
    for (Object value : List.of(values)) {
      statement.setObject(index++, value);
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
                + table
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

  private McpException unusable(String reason) {
    return new McpException(
        "the table "
            + table
            + " cannot be used ("
            + reason
            + "); see "
            + help
            + " for how to create it");
  }
}
