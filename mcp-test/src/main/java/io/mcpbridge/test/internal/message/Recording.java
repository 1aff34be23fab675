package io.mcpbridge.test.internal.message;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The latest events, in order, with a blocking wait. */
public final class Recording<T> {

  /** Enough for any test, and a bound for a long-lived server. */
  private static final int MAX_KEPT = 100_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final Deque<T> entries = new ArrayDeque<>();

  public void add(T entry) {
    lock.lock();
    try {
      if (entries.size() == MAX_KEPT) {
        entries.removeFirst();
      }
      entries.addLast(entry);
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public List<T> entries() {
    lock.lock();
    try {
      return List.copyOf(entries);
    } finally {
      lock.unlock();
    }
  }

  public List<T> entries(Predicate<? super T> predicate) {
    return entries().stream().filter(predicate).toList();
  }

  public void clear() {
    lock.lock();
    try {
      entries.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the matching entry with this number (from 1). */
  public T await(
      Predicate<? super T> predicate, int number, Duration limit, Supplier<String> complaint) {
    long nanos = limit.toNanos();
    lock.lock();
    try {
      while (true) {
        @Nullable T entry = find(predicate, number);
        if (entry != null) {
          return entry;
        }
        if (nanos <= 0) {
          throw new AssertionError(complaint.get());
        }
        nanos = grown.awaitNanos(nanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted after less than " + limit, e);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable T find(Predicate<? super T> predicate, int number) {
    int remaining = number;
    for (T entry : entries) {
      if (predicate.test(entry) && --remaining == 0) {
        return entry;
      }
    }
    return null;
  }
}
