package io.mcpbridge.oauth.store;

import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tokens and registrations in memory. */
final class InMemoryTokenStore implements TokenStore {

  private static final int MAX_ENTRIES = 10_000;
  private static final KeyedLock<LockEntry> LOCKS = new KeyedLock<>();

  /** The key of a lock: one token in one store, compared by identity. */
  private record LockEntry(TokenStore store, TokenKey key) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof LockEntry lockEntry
          && store == lockEntry.store
          && key.equals(lockEntry.key);
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(store) + key.hashCode();
    }
  }

  /** For stores that are not shared with other processes. */
  static <T> T withLock(TokenStore store, TokenKey key, Supplier<T> work) {
    return LOCKS.withLock(new LockEntry(store, key), work);
  }

  private final LruMap<TokenKey, OAuthToken> tokens = new LruMap<>(MAX_ENTRIES);
  private final LruMap<RegistrationKey, StoredRegistration> registrations =
      new LruMap<>(MAX_ENTRIES);

  @Override
  public @Nullable OAuthToken find(TokenKey key) {
    return tokens.get(key);
  }

  @Override
  public void save(TokenKey key, OAuthToken token) {
    tokens.put(key, token);
  }

  @Override
  public void remove(TokenKey key) {
    tokens.remove(key);
  }

  @Override
  public @Nullable StoredRegistration find(RegistrationKey key) {
    return registrations.get(key);
  }

  @Override
  public void save(RegistrationKey key, StoredRegistration registration) {
    registrations.put(key, registration);
  }

  @Override
  public StoredRegistration saveIfNone(RegistrationKey key, StoredRegistration registration) {
    return registrations.computeIfAbsent(key, () -> registration);
  }

  @Override
  public void remove(RegistrationKey key) {
    registrations.remove(key);
  }

  @Override
  public String toString() {
    return "InMemoryTokenStore";
  }

  /** A lock for each key, which exists while a thread holds it or waits for it. */
  private static final class KeyedLock<K> {

    private final Map<K, CountedLock> locks = new ConcurrentHashMap<>();

    /** A lock, and how many threads hold it or wait for it. */
    private record CountedLock(ReentrantLock lock, int users) {

      CountedLock addUsers(int count) {
        return new CountedLock(lock, users + count);
      }
    }

    <T> T withLock(K key, Supplier<T> work) {
      CountedLock counted =
          locks.merge(
              key,
              new CountedLock(new ReentrantLock(), 1),
              (existing, added) -> existing.addUsers(+1));
      counted.lock().lock();
      try {
        return work.get();
      } finally {
        counted.lock().unlock();
        locks.computeIfPresent(
            key, (k, existing) -> existing.users() == 1 ? null : existing.addUsers(-1));
      }
    }
  }
}
