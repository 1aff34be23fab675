package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.transport.ServerTrace;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connection pool of a transport, from its first open channel to its last. */
public final class SharedPool {

  private final Supplier<ConnectionPool> factory;
  private final BooleanSupplier usesProxy;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ConnectionPool pool;
  private int holders;

  /**
   * @param usesProxy whether connections of the pool go through a proxy at present
   */
  public SharedPool(Supplier<ConnectionPool> factory, BooleanSupplier usesProxy) {
    this.factory = factory;
    this.usesProxy = usesProxy;
  }

  public boolean usesProxy() {
    return usesProxy.getAsBoolean();
  }

  /**
   * @param trace of the channel
   */
  public PoolHandle acquire(ServerTrace trace) {
    lock.lock();
    try {
      ConnectionPool current = pool == null ? factory.get() : pool;
      pool = current;
      holders++;
      return new PoolHandle(this, current, trace);
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
