package io.mcpbridge.transport.http;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connection pool of a transport, from its first open channel to its last. */
final class SharedPool {

  private final Supplier<ConnectionPool> factory;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ConnectionPool pool;
  private int holders;

  SharedPool(Supplier<ConnectionPool> factory) {
    this.factory = factory;
  }

  PoolHandle acquire() {
    lock.lock();
    try {
      ConnectionPool current = pool == null ? factory.get() : pool;
      pool = current;
      holders++;
      return new PoolHandle(this, current);
    } finally {
      lock.unlock();
    }
  }

  void release() {
    ConnectionPool unused = null;
    lock.lock();
    try {
      if (--holders == 0) {
        unused = pool;
        pool = null;
      }
    } finally {
      lock.unlock();
    }
    if (unused != null) {
      unused.close();
    }
  }
}
