package io.mcpbridge.oauth.store;

import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores tokens, and the registrations that they were issued to: the key of a token contains the
 * client id, so after a restart, or in another instance of the application, one is useless without
 * the other. One store serves any number of servers and principals.
 *
 * <p>The private key that a DPoP token is bound to ({@link OAuthToken#dpopKey}) is stored with it;
 * otherwise only the process that got the token could use it. Binding therefore protects a token in
 * transit, but not from access to the store: encrypt what leaves the process.
 *
 * <p>Implementations are thread-safe and quick: they are called while a request waits, mostly on
 * other threads than the request's and without the caller's context. An exception fails that
 * request, unless its token is still valid. Each method is atomic; {@link #exclusively} makes a
 * sequence of them atomic.
 */
public interface TokenStore {

  /** Finds the token of this key. */
  @Nullable OAuthToken find(TokenKey key);

  /**
   * Saves or replaces a token. Called before the token is used. If it throws, the token is not
   * used; it stays in memory, and the next request that needs it saves it first.
   */
  void save(TokenKey key, OAuthToken token);

  /** Removes the token of this key. */
  void remove(TokenKey key);

  /** Finds the registration of this key, even if it has expired. */
  @Nullable StoredRegistration find(RegistrationKey key);

  /** Saves or replaces a registration. Called before the registration is used. */
  void save(RegistrationKey key, StoredRegistration registration);

  /**
   * Saves a registration if there is none, expired or not. If several instances register
   * concurrently, all use the one that was saved first: users who were redirected with one may come
   * back to another instance. A shared store should therefore do this atomically, such as by an
   * {@code INSERT}; the default implementation finds and then saves.
   *
   * @return the stored registration
   */
  default StoredRegistration saveIfNone(RegistrationKey key, StoredRegistration registration) {
    StoredRegistration existing = find(key);
    if (existing == null) {
      save(key, registration);
    }
    return existing == null ? registration : existing;
  }

  /** Removes the registration of this key. */
  void remove(RegistrationKey key);

  /**
   * Runs work that changes the token of this key, without concurrent changes: many refresh tokens
   * are valid for one use, and a second use may revoke all tokens of the user (RFC 9700, section
   * 4.14.2). The default implementation locks within this process, for all users of this store
   * object. A store that is shared by processes should lock across them, also when several wait for
   * a crashed one: they take over one at a time. If it cannot, a refresh that is refused looks for
   * a newer token in the store before it fails.
   *
   * @param atMost how long the work may take, and how long others wait for a crashed process
   * @param work calls the other methods of this store, and the authorization server
   * @throws io.mcpbridge.error.McpUnavailableException if others held the lock for too long; the
   *     work was not run. A request that needs a refresh fails, unless its token is still valid,
   *     and the next one tries again; a newly granted token is saved without the lock
   */
  default <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    return InMemoryTokenStore.withLock(this, key, work);
  }

  /**
   * A store in memory, which is lost with the process; keeps the 10,000 most recently used entries
   * of each kind.
   */
  static TokenStore inMemory() {
    return new InMemoryTokenStore();
  }
}
