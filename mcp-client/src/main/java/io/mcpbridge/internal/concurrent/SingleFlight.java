package io.mcpbridge.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets at most one operation per key be in flight: concurrent callers share its result, or wait for
 * its end before they begin their own.
 *
 * @param <K> type of the keys
 * @param <T> type of the results
 */
public final class SingleFlight<K, T extends @Nullable Object> {

  private final ConcurrentMap<K, Flight> inFlight = new ConcurrentHashMap<>();

  /** Creates a flight; it is in flight once {@link Flight#begin} returns {@code null}. */
  public Flight newFlight(K key) {
    return new Flight(key, "");
  }

  /** As {@link #newFlight(Object)}, with a description of the operation. */
  public Flight newFlight(K key, String description) {
    return new Flight(key, description);
  }

  /** The operation in flight under that key, if there is one. */
  public @Nullable Flight current(K key) {
    return inFlight.get(key);
  }

  /**
   * An operation, and the future of its result. Completes after the flight has ended, so that a
   * caller who waited for it can begin another.
   */
  public final class Flight extends CompletableFuture<T> {

    private final K key;
    private final String description;
    private final long createdAt = System.nanoTime();
    private @Nullable Thread thread;
    private boolean aborted;

    private Flight(K key, String description) {
      this.key = key;
      this.description = description;
    }

    /** The description of the operation. */
    public String description() {
      return description;
    }

    /** When it was created, on the monotonic clock. */
    public long createdAt() {
      return createdAt;
    }

    /**
     * Begins this flight, unless another one is in flight under the same key.
     *
     * @return the other one; {@code null} if this one has begun and has to be run or ended
     */
    public @Nullable Flight begin() {
      return inFlight.putIfAbsent(key, this);
    }

    /** Runs the operation on this thread and ends the flight with its outcome. */
    public T call(Supplier<? extends T> operation) {
      T result;
      enter();
      try {
        result = operation.get();
      } catch (Throwable e) {
        leave();
        fail(e);
        throw e;
      }
      leave();
      end(result);
      return result;
    }

    /** As {@link #call}; only the future gets the outcome. */
    public void run(Supplier<? extends T> operation) {
      try {
        T unused = call(operation);
      } catch (Throwable failure) {
        // the future has it
      }
    }

    /** Ends the flight, if it has not ended. */
    public void end(T result) {
      inFlight.remove(key, this);
      complete(result);
    }

    /** Ends the flight, if it has not ended. */
    public void fail(Throwable cause) {
      inFlight.remove(key, this);
      completeExceptionally(cause);
    }

    /** Ends the flight and interrupts its operation, now or when it starts. */
    public void abort(Throwable cause) {
      fail(cause);
      synchronized (this) {
        aborted = true;
        if (thread != null) {
          thread.interrupt();
        }
      }
    }

    private synchronized void enter() {
      thread = Thread.currentThread();
      if (aborted) {
        thread.interrupt();
      }
    }

    private synchronized void leave() {
      thread = null;
    }
  }
}
