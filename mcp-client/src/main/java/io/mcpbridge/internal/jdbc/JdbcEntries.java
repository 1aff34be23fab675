package io.mcpbridge.internal.jdbc;

import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Key-value entries in a table. Each statement is a transaction of its own. */
public final class JdbcEntries {

  private final JdbcTable table;
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
   * @param name of the table
   * @param help the class that says how to create the table
   */
  public JdbcEntries(DataSource database, String name, String help, Encoding sealed, Clock clock) {
    this.table = new JdbcTable(database, name, help, clock);
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
      table.update(
          "update " + table + " set ends_at = ? where entry_key = ?",
          now() + life.toSeconds(),
          key);
    }
    return text;
  }

  private record Row(String content, long endsAt) {}

  private @Nullable Row row(String key) {
    String sql = "select content, ends_at from " + table + " where entry_key = ?";
    return table.query(sql, 0, found -> new Row(found.getString(1), found.getLong(2)), key).stream()
        .findFirst()
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
      throw table.unusable("it takes no row of ours");
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
    return table.update(
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
    return table.update(
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
    return table.update("delete from " + table + " where entry_key = ?", key) > 0;
  }

  /**
   * Removes the entry if it has this expiry. Not every database can compare the content.
   *
   * @return whether it was removed
   */
  public boolean remove(String key, long endsAt) {
    return table.update(
            "delete from " + table + " where entry_key = ? and ends_at = ?", key, endsAt)
        > 0;
  }

  /** Removes expired entries; 0 means no expiry, as written by an earlier version. */
  public void removeEnded() {
    table.update("delete from " + table + " where ends_at > 0 and ends_at < ?", now());
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
    return table.update(
            "delete from " + table + " where entry_key = ? and ends_at > 0 and ends_at < ?",
            key,
            now())
        > 0;
  }
}
