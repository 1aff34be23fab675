package io.mcpbridge.oauth.store;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.jdbc.EncryptedText;
import io.mcpbridge.internal.jdbc.JdbcEntries;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores tokens and registrations in a table, for all instances of an application. One of them at a
 * time refreshes a token, and the others use the result. The application creates the table, which
 * {@link JdbcAuthorizationStore} may share:
 *
 * <pre>{@code
 * create table mcp_oauth_entry (
 *   entry_key varchar(64) not null primary key,
 *   ends_at bigint not null,
 *   content text not null  -- clob, where there is no text; mediumtext in MySQL and MariaDB
 * )
 * }</pre>
 *
 * <p>The scripts for H2, MariaDB, MySQL, Oracle, PostgreSQL and SQL Server are resources of this
 * module, such as {@code io/mcpbridge/oauth/postgresql/R__mcp_oauth_entry.sql}, for Flyway ({@code
 * classpath:io/mcpbridge/oauth/postgresql}) and Liquibase ({@code sqlFile}).
 *
 * <p>Keys are hashes: the table does not show whose a token is, and no two names are equal under
 * the collation of a database. A name that is not valid Unicode text is rejected. Each statement
 * uses a connection and a transaction of its own, in addition to those of the calling thread, so
 * size the pool for them. A connection without auto-commit, which may belong to a transaction, is
 * not used; another thread then gets one. Entries that were neither read nor refreshed for 90 days
 * are removed. Thread-safe.
 */
public final class JdbcTokenStore implements TokenStore {

  private static final Logger log = LoggerFactory.getLogger(JdbcTokenStore.class);

  /** Lifetime of unused entries, such as the tokens of users who left. */
  private static final Duration UNUSED_ENTRY_LIFETIME = Duration.ofDays(90);

  private static final long POLL_MILLIS = 50;
  private static final long NONE = 0;

  /** A lease ends at a full second, and has ended once that second is over. */
  private static final Duration LEASE_ROUNDING = Duration.ofSeconds(2);

  private final JdbcEntries entries;

  JdbcTokenStore(DataSource database, @Nullable SecretKey key, Clock clock) {
    this.entries =
        new JdbcEntries(database, EntryKey.TABLE, "JdbcTokenStore", new EncryptedText(key), clock);
  }

  /**
   * Without encryption, including the keys that some tokens are bound to: anyone who can read the
   * table, or a copy of it, can use them.
   */
  public static JdbcTokenStore of(DataSource database) {
    return new JdbcTokenStore(database, null, Clock.systemUTC());
  }

  /**
   * With encryption (AES-GCM). Entries written with another key are treated as absent.
   *
   * @param key for AES, of 128, 192 or 256 bits, the same for all instances
   */
  public static JdbcTokenStore of(DataSource database, SecretKey key) {
    return new JdbcTokenStore(database, key, Clock.systemUTC());
  }

  private static String key(TokenKey key) {
    return EntryKey.of(
        "token", key.server(), key.resource(), key.issuer(), key.clientId(), key.principal());
  }

  private static String key(RegistrationKey key) {
    return EntryKey.of("registration", key.resource(), key.issuer());
  }

  @Override
  public @Nullable OAuthToken find(TokenKey key) {
    return read(key(key), OAuthToken::fromJson);
  }

  @Override
  public void save(TokenKey key, OAuthToken token) {
    keep(key(key), token.toJson());
  }

  @Override
  public void remove(TokenKey key) {
    entries.remove(key(key));
  }

  @Override
  public @Nullable StoredRegistration find(RegistrationKey key) {
    return read(key(key), StoredRegistration::fromJson);
  }

  @Override
  public void save(RegistrationKey key, StoredRegistration registration) {
    keep(key(key), registration.toJson());
  }

  @Override
  public StoredRegistration saveIfNone(RegistrationKey key, StoredRegistration registration) {
    if (entries.saveIfNone(key(key), end(), registration.toJson())) {
      return registration;
    }
    StoredRegistration existing = find(key);
    if (existing == null) { // it is unreadable
      save(key, registration);
    }
    return existing == null ? registration : existing;
  }

  /** Removes expired entries on each insert. */
  private void keep(String key, String text) {
    if (entries.save(key, end(), text)) {
      entries.removeEnded();
    }
  }

  private long end() {
    return entries.now() + UNUSED_ENTRY_LIFETIME.toSeconds();
  }

  @Override
  public void remove(RegistrationKey key) {
    entries.remove(key(key));
  }

  private <T> @Nullable T read(String key, Function<String, T> reader) {
    String text = entries.use(key, UNUSED_ENTRY_LIFETIME);
    try {
      return text == null ? null : reader.apply(text);
    } catch (IllegalArgumentException e) {
      return null; // a later version uses another format
    }
  }

  /**
   * Takes a lease: a row that exists while one instance works, and expires in case it crashes, so
   * that no connection is held during the request to the authorization server. Waiting instances
   * take it one at a time after it was released or has expired. The clocks of the instances must
   * agree within a few seconds.
   */
  @Override
  public <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    String leaseKey = EntryKey.of("turn", key(key));
    long end = acquireLease(leaseKey, key, atMost);
    try {
      return work.get();
    } finally {
      releaseLease(leaseKey, end);
    }
  }

  /**
   * Waits for the lease of a crashed instance to expire, and as long again.
   *
   * @return when our lease ends
   */
  private long acquireLease(String leaseKey, TokenKey key, Duration atMost) {
    Duration longest = atMost.plus(LEASE_ROUNDING).multipliedBy(2);
    long deadline = System.nanoTime() + longest.toNanos();
    long end;
    while ((end = tryAcquireLease(leaseKey, atMost)) == NONE) {
      if (System.nanoTime() - deadline >= 0) {
        throw new McpUnavailableException(
            "the token store (table mcp_oauth_entry) is locked for the token of "
                + TokenKey.host(key.server())
                + ": other instances of this application have been changing it for "
                + longest,
            null);
      }
      pause();
    }
    return end;
  }

  /**
   * When the lease ends if this call took it, otherwise {@link #NONE}. Reads first: some drivers
   * log each insert that fails on a duplicate key.
   */
  private long tryAcquireLease(String leaseKey, Duration atMost) {
    if (entries.isThereUntilLater(leaseKey)) {
      return NONE;
    }
    entries.removeIfEnded(leaseKey);
    long end = entries.now() + atMost.toSeconds() + 1; // rounded up
    return entries.insert(leaseKey, end, "turn") ? end : NONE;
  }

  /**
   * Releases the lease, unless it expired and another instance took it, with a later end. A failure
   * does not undo the work: the others wait until the lease expires.
   */
  private void releaseLease(String leaseKey, long end) {
    try {
      entries.remove(leaseKey, end);
    } catch (RuntimeException e) {
      log.warn(
          "Other instances may wait until {} before they change a token ({})",
          Instant.ofEpochSecond(end),
          e.getClass().getSimpleName());
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(
          "interrupted while waiting for the token store (table mcp_oauth_entry), which another"
              + " instance has locked for this token");
    }
  }

  @Override
  public String toString() {
    return "JdbcTokenStore";
  }
}
