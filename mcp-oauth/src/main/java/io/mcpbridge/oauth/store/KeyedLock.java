package io.mcpbridge.oauth.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A lock for each key, which exists while a thread holds it or waits for it. */
final class KeyedLock<K> {

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
