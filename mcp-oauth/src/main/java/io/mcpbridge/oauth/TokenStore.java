package io.mcpbridge.oauth;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where tokens are kept, and the registrations that they were given to: a token is found again by
 * the client's name, so the one is of no use without the other after a restart, or in another
 * instance of the application. One store serves any number of servers and principals.
 *
 * <p>The private key that a DPoP token is bound to ({@link OAuthToken#dpopKey}) is kept with it, or
 * else nobody but the process that got it could use it. So a bound token is of no use to whoever
 * sees it on its way, but whoever reads the store has both: what is outside of the process should
 * be encrypted.
 *
 * <p>Thread-safe; called while a request waits, so it should be quick, mostly on other threads than
 * that of the request: nothing of the caller's context is there. What it throws fails that request,
 * unless that has a token which is still good. Each method is atomic by itself; {@link
 * #exclusively} is what makes more than that of them.
 */
public interface TokenStore {

  /** What is kept for this key. */
  @Nullable OAuthToken find(TokenKey key);

  /**
   * Keeps a token instead of any before. It is called before the token is used. Where it throws,
   * the token is not used either; it stays in memory, and the next request that needs it saves it
   * first.
   */
  void save(TokenKey key, OAuthToken token);

  /** Forgets it. */
  void remove(TokenKey key);

  /** What is kept for this key, also if it has expired. */
  @Nullable StoredRegistration find(RegistrationKey key);

  /** Keeps a registration instead of any before. It is called before it is used. */
  void save(RegistrationKey key, StoredRegistration registration);

  /**
   * Keeps a registration if there is none, be it one that has expired. Of several instances that
   * register at the same moment all are then the client that was kept first: people who are sent
   * with one may come back to another. So a store that others share should do this at once, as an
   * {@code INSERT} does; by default it looks, and then saves.
   *
   * @return what is kept now
   */
  default StoredRegistration saveIfNone(RegistrationKey key, StoredRegistration registration) {
    StoredRegistration before = find(key);
    if (before == null) {
      save(key, registration);
    }
    return before == null ? registration : before;
  }

  /** Forgets it. */
  void remove(RegistrationKey key);

  /**
   * Changes a token while nobody else changes the one of this key: many a refresh token is good for
   * one use, and using it twice may cost the user all tokens (RFC 9700, section 4.14.2). By default
   * that is so for all who use this store object, in this process. A store that other processes
   * share should keep them out, too, also those that wait for one that has died: they go on one
   * after the other. Where it cannot, the one who comes too late looks once more whether there is a
   * newer token before it gives up.
   *
   * @param atMost how long the work may take: so long others are to wait for one who does not come
   *     back
   * @param work calls the other methods of this store, and the authorization server
   * @throws io.mcpbridge.error.McpUnavailableException if others have been at it for too long; then
   *     nothing was done. The request fails, unless its token is still good, and the next one tries
   *     again
   */
  default <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    return TokensInMemory.locked(this, key, work);
  }

  /** In memory: gone with the application; of each the 10,000 that were used last. */
  static TokenStore inMemory() {
    return new TokensInMemory();
  }
}
