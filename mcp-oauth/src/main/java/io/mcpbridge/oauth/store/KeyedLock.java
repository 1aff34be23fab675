package io.mcpbridge.oauth.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A lock for each key, which exists while a thread holds it or waits for it. */
final class KeyedLock<K> {

  private final Map<K, Held> locks = new ConcurrentHashMap<>();

  /** A lock, and how many threads hold it or wait for it. */
  private record Held(ReentrantLock lock, int users) {

    Held with(int more) {
      return new Held(lock, users + more);
    }
  }

  <T> T locked(K key, Supplier<T> work) {
    Held mine = locks.merge(key, new Held(new ReentrantLock(), 1), (held, one) -> held.with(+1));
    mine.lock().lock();
    try {
      return work.get();
    } finally {
      mine.lock().unlock();
      locks.computeIfPresent(key, (any, held) -> held.users() == 1 ? null : held.with(-1));
    }
  }
}
