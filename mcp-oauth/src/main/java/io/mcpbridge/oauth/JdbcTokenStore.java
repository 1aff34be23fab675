package io.mcpbridge.oauth;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpUnavailableException;
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
 * Tokens and registrations in a table, for all instances of an application. One of them at a time
 * renews a token, and the others take what it got. The table, which {@link JdbcAuthorizationStore}
 * may share, is to be created by the application:
 *
 * <pre>{@code
 * create table mcp_oauth_entry (
 *   entry_key varchar(64) not null primary key,
 *   ends_at bigint not null,
 *   content text not null  -- clob, where there is no text; mediumtext in MySQL and MariaDB
 * )
 * }</pre>
 *
 * <p>The scripts for H2, MariaDB, MySQL, Oracle, PostgreSQL and SQL Server are resources beside
 * this class, such as {@code io/mcpbridge/oauth/postgresql/R__mcp_oauth_entry.sql}, where Flyway
 * ({@code classpath:io/mcpbridge/oauth/postgresql}) and Liquibase ({@code sqlFile}) take them.
 *
 * <p>Keys are hashes, so that nothing in the table tells whose a token is, and no two names are one
 * to the collation of a database; a name that is not valid Unicode text is refused. Each statement
 * has a connection and a transaction of its own, beside those that the calling thread may have: the
 * pool should have room for them. Connections that do not commit by themselves, as in a
 * transaction, are left alone; another thread then gets one. What was neither looked for nor
 * renewed for 90 days is forgotten. Thread-safe.
 */
public final class JdbcTokenStore implements TokenStore {

  private static final Logger LOG = LoggerFactory.getLogger(JdbcTokenStore.class);

  /** So long it is kept what nobody asks for, such as the tokens of users who left. */
  private static final Duration UNUSED = Duration.ofDays(90);

  private static final long LOOK_EVERY_MILLIS = 50;
  private static final long NONE = 0;

  /** A lease ends at a full second, and has ended once that is over. */
  private static final Duration ROUNDED = Duration.ofSeconds(2);

  private final JdbcEntries entries;

  JdbcTokenStore(DataSource database, @Nullable SecretKey key, Clock clock) {
    this.entries = new JdbcEntries(database, new SealedText(key), clock);
  }

  /**
   * Tokens as they are, and the keys that some are bound to: whoever reads the table, or a copy of
   * it, can use them.
   */
  public static JdbcTokenStore of(DataSource database) {
    return new JdbcTokenStore(database, null, Clock.systemUTC());
  }

  /**
   * Tokens that are encrypted (AES-GCM). What was written with another key counts as forgotten.
   *
   * @param key for AES, of 128, 192 or 256 bits, the same for all instances
   */
  public static JdbcTokenStore of(DataSource database, SecretKey key) {
    return new JdbcTokenStore(database, key, Clock.systemUTC());
  }

  private static String key(TokenKey key) {
    return JdbcEntries.key(
        "token", key.server(), key.resource(), key.issuer(), key.clientId(), key.principal());
  }

  private static String key(RegistrationKey key) {
    return JdbcEntries.key("registration", key.resource(), key.issuer());
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
    StoredRegistration before = find(key);
    if (before == null) { // it cannot be read
      save(key, registration);
    }
    return before == null ? registration : before;
  }

  /** Where somebody comes, somebody else may have left. */
  private void keep(String key, String text) {
    if (entries.save(key, end(), text)) {
      entries.removeEnded();
    }
  }

  private long end() {
    return entries.now() + UNUSED.toSeconds();
  }

  @Override
  public void remove(RegistrationKey key) {
    entries.remove(key(key));
  }

  private <T> @Nullable T read(String key, Function<String, T> reader) {
    String text = entries.use(key, UNUSED);
    try {
      return text == null ? null : reader.apply(text);
    } catch (IllegalArgumentException e) {
      return null; // a later version writes something else
    }
  }

  /**
   * A lease: a row that is there while somebody is at it, and ends in case they do not come back;
   * so that no connection is held while an authorization server is asked. Whoever waits waits until
   * it has ended, and takes it alone. The clocks of the instances are taken to agree within some
   * seconds.
   */
  @Override
  public <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    String turn = JdbcEntries.key("turn", key(key));
    long end = awaited(turn, key, atMost);
    try {
      return work.get();
    } finally {
      giveBack(turn, end);
    }
  }

  /**
   * Waits for one that has died, and for as long again.
   *
   * @return until when we have the turn
   */
  private long awaited(String turn, TokenKey key, Duration atMost) {
    Duration longest = atMost.plus(ROUNDED).multipliedBy(2);
    long deadline = System.nanoTime() + longest.toNanos();
    long end;
    while ((end = taken(turn, atMost)) == NONE) {
      if (System.nanoTime() - deadline >= 0) {
        throw new McpUnavailableException(
            "the token for "
                + TokenKey.host(key.server())
                + " was not renewed: other instances of this application have been renewing it for "
                + longest
                + " (table mcp_oauth_entry)",
            null);
      }
      pause();
    }
    return end;
  }

  /**
   * When the turn ends, if it is ours, or else {@link #NONE}. It is looked at first: some drivers
   * log each row that is refused because it is there.
   */
  private long taken(String turn, Duration atMost) {
    if (entries.isThereUntilLater(turn)) {
      return NONE;
    }
    entries.removeIfEnded(turn);
    long end = entries.now() + atMost.toSeconds() + 1; // a part of a second counts, too
    return entries.insert(turn, end, "turn") ? end : NONE;
  }

  /**
   * Whoever took it after it had ended has a later end, so that theirs stays. What was done counts,
   * also where this fails: then the others wait until the turn ends by itself.
   */
  private void giveBack(String turn, long end) {
    try {
      entries.remove(turn, end);
    } catch (RuntimeException e) {
      LOG.warn(
          "Other instances may wait until {} before they renew a token ({})",
          Instant.ofEpochSecond(end),
          e.getClass().getSimpleName());
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(
          "a token was not renewed: interrupted while another instance was renewing it");
    }
  }

  @Override
  public String toString() {
    return "JdbcTokenStore";
  }
}
