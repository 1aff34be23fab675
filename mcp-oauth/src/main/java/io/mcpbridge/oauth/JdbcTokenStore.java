package io.mcpbridge.oauth;

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
 *   content text not null  -- clob, where there is no text
 * )
 * }</pre>
 *
 * <p>Keys are hashes, so that nothing in the table tells whose a token is. Each statement has a
 * connection and a transaction of its own, beside those that the calling thread may have: the pool
 * should have room for them. Connections that do not commit by themselves, as in a transaction, are
 * left alone; another thread then gets one. What was neither looked for nor renewed for 90 days is
 * forgotten. Thread-safe.
 */
public final class JdbcTokenStore implements TokenStore {

  private static final Logger LOG = LoggerFactory.getLogger(JdbcTokenStore.class);

  /** So long it is kept what nobody asks for, such as the tokens of users who left. */
  private static final Duration UNUSED = Duration.ofDays(90);

  private static final long LOOK_EVERY_MILLIS = 50;
  private static final long NONE = 0;

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
   * A row that is there while somebody is at it, and ends in case they do not come back; so that no
   * connection is held while an authorization server is asked. The clocks of the instances are
   * taken to agree within some seconds.
   */
  @Override
  public <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    String turn = JdbcEntries.key("turn", key(key));
    long deadline = System.nanoTime() + atMost.toNanos();
    long end = taken(turn, atMost);
    while (end == NONE && System.nanoTime() - deadline < 0 && isPaused()) {
      end = taken(turn, atMost);
    }
    if (end == NONE) {
      LOG.warn("A token is renewed though another instance may be about to");
    }
    try {
      return work.get();
    } finally {
      if (end != NONE) {
        giveBack(turn, end);
      }
    }
  }

  /** When the turn ends, if it is ours, or else {@link #NONE}. */
  private long taken(String turn, Duration atMost) {
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

  private static boolean isPaused() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String toString() {
    return "JdbcTokenStore";
  }
}
