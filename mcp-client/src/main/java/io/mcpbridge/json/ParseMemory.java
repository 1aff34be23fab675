package io.mcpbridge.json;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The heap that large texts may take at once while they are received and parsed, in the whole
 * process, whatever server they are from. A text that finds no room waits for its turn.
 * Thread-safe.
 */
public final class ParseMemory {

  /** Texts of up to so many bytes need no permit. */
  public static final int LARGE = 64 * 1024;

  /** What a byte of JSON needs at most: an array with a text of one character in each element. */
  private static final int HEAP_PER_BYTE = 13;

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** For parsing; a text that needs more gets all of it. */
  private static final long MAX_PARSING = HEAP * 2 / 5;

  /** For texts that have been received and are to be parsed. */
  private static final long MAX_WAITING = HEAP / 5;

  private static final long CANCEL_CHECK_MILLIS = 50;

  private static final ReentrantLock LOCK = new ReentrantLock(true);
  private static final Condition RELEASED = LOCK.newCondition();
  private static final Permit NONE_NEEDED = new Permit(0);
  private static long parsing;
  private static long waiting;

  private ParseMemory() {}

  /** The right to parse one text. */
  public static final class Permit implements AutoCloseable {

    private long weight;

    private Permit(long weight) {
      this.weight = weight;
    }

    /** Gives the heap back. Idempotent. */
    @Override
    public void close() {
      if (weight == 0) {
        return;
      }
      LOCK.lock();
      try {
        parsing -= weight;
        weight = 0;
        RELEASED.signalAll();
      } finally {
        LOCK.unlock();
      }
    }
  }

  /**
   * A permit to parse a text of this size; {@code null} if there is no room at the moment, or
   * others wait already.
   */
  public static @Nullable Permit tryAcquire(long bytes) {
    if (bytes <= LARGE) {
      return NONE_NEEDED;
    }
    LOCK.lock();
    try {
      return LOCK.hasWaiters(RELEASED) ? null : permit(bytes);
    } finally {
      LOCK.unlock();
    }
  }

  /**
   * Waits for a permit.
   *
   * @param isCancelled ends the wait; called every now and then
   * @return {@code null} if the wait was canceled, or its thread interrupted
   */
  public static @Nullable Permit acquire(long bytes, BooleanSupplier isCancelled) {
    if (bytes <= LARGE) {
      return NONE_NEEDED;
    }
    LOCK.lock();
    try {
      Permit permit = permit(bytes);
      while (permit == null && !isCancelled.getAsBoolean()) {
        boolean unused = RELEASED.await(CANCEL_CHECK_MILLIS, TimeUnit.MILLISECONDS);
        permit = permit(bytes);
      }
      return permit;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      LOCK.unlock();
    }
  }

  private static @Nullable Permit permit(long bytes) {
    long weight = Math.min(MAX_PARSING, bytes * HEAP_PER_BYTE);
    if (parsing + weight > MAX_PARSING) {
      return null;
    }
    parsing += weight;
    return new Permit(weight);
  }

  /**
   * Takes heap for a text that waits to be parsed; {@link #drop} gives it back.
   *
   * @throws JsonLimitException if there is none left
   */
  public static void keep(long bytes) {
    LOCK.lock();
    try {
      if (waiting + bytes > MAX_WAITING) {
        throw new JsonLimitException(
            JsonLimits.MAX_HEAP, "other large messages take the heap that messages may have");
      }
      waiting += bytes;
    } finally {
      LOCK.unlock();
    }
  }

  /** Gives back what {@link #keep} took. */
  public static void drop(long bytes) {
    LOCK.lock();
    try {
      waiting -= bytes;
    } finally {
      LOCK.unlock();
    }
  }
}
