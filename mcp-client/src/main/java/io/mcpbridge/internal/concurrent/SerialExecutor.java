package io.mcpbridge.internal.concurrent;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in order, one at a time, on the threads of another executor. The queue is bounded, and
 * adding a task does not wait, so that an I/O thread may do so. Tasks are dropped once the other
 * executor rejects them.
 */
public final class SerialExecutor implements Executor, AutoCloseable {

  private final Executor threads;
  private final int capacity;
  private final Overflow overflow;
  private final Consumer<Throwable> failed;
  private final LinkedHashMap<Object, Runnable> queue = new LinkedHashMap<>();
  private boolean running;
  private boolean closed;

  /**
   * @param capacity the maximum number of queued tasks
   * @param failed receives what a task throws; the next task runs nevertheless
   */
  public SerialExecutor(
      Executor threads, int capacity, Overflow overflow, Consumer<Throwable> failed) {
    this.threads = threads;
    this.capacity = capacity;
    this.overflow = overflow;
    this.failed = failed;
  }

  /** What happens when a task arrives at a full queue. */
  public interface Overflow {

    /** Adds the task or a substitute to the queue after making room, or rejects it. */
    void onFull(LinkedHashMap<Object, Runnable> queue, Object key, Runnable task);

    /** Called after that, without a lock. */
    default void happened() {}

    /**
     * Drops the oldest task without a key, or else the oldest task.
     *
     * @param onFirstDrop runs the first time that this happens
     */
    static Overflow dropOldest(Runnable onFirstDrop) {
      return new DropOldest(onFirstDrop, new AtomicBoolean());
    }

    /** Rejects the task with a {@link RejectedExecutionException}. */
    static Overflow reject() {
      return (queue, key, task) -> {
        throw new RejectedExecutionException(queue.size() + " tasks are queued already");
      };
    }

    /** Replaces the whole queue, and the task, by one task that stands for all of them. */
    static Overflow replaceAll(Object substituteKey, Runnable substitute) {
      return (queue, key, task) -> {
        queue.clear();
        queue.put(substituteKey, substitute);
      };
    }
  }

  private record DropOldest(Runnable onFirstDrop, AtomicBoolean hasHappened) implements Overflow {

    @Override
    public void onFull(LinkedHashMap<Object, Runnable> queue, Object key, Runnable task) {
      removeOldest(queue);
      queue.put(key, task);
    }

    @Override
    public void happened() {
      if (!hasHappened.getAndSet(true)) {
        onFirstDrop.run();
      }
    }

    private static void removeOldest(LinkedHashMap<Object, Runnable> queue) {
      Iterator<Object> oldestFirst = queue.keySet().iterator();
      while (oldestFirst.hasNext()) {
        if (oldestFirst.next() instanceof NoKey) {
          oldestFirst.remove();
          return;
        }
      }
      queue.remove(queue.keySet().iterator().next());
    }
  }

  /** Stands for the key of a task that has none. */
  private static final class NoKey {}

  /** Queues a task. */
  @Override
  public void execute(Runnable task) {
    execute(new NoKey(), task);
  }

  /** Queues a task in the place of a queued task with the same key. */
  public void execute(Object key, Runnable task) {
    boolean begins;
    boolean overflows;
    synchronized (queue) {
      if (closed) {
        return;
      }
      overflows = queue.size() >= capacity && !queue.containsKey(key);
      if (overflows) {
        overflow.onFull(queue, key, task);
      } else {
        queue.put(key, task);
      }
      begins = !running;
      running = true;
    }
    if (begins) {
      begin(key, task);
    }
    if (overflows) {
      overflow.happened();
    }
  }

  private void begin(Object key, Runnable task) {
    try {
      threads.execute(this::runAll);
    } catch (RejectedExecutionException shutDown) {
      dropAll();
    } catch (Throwable e) { // such as an OutOfMemoryError, because there can be no more threads
      synchronized (queue) {
        running = false; // tasks of other callers run with the next one
        queue.remove(key, task);
      }
      throw e;
    }
  }

  private void dropAll() {
    synchronized (queue) {
      running = false;
      queue.clear();
    }
  }

  private void runAll() {
    for (Runnable task = next(); task != null; task = next()) {
      try {
        task.run();
      } catch (Throwable e) {
        failed.accept(e); // not even an Error may stop the tasks that follow
      }
    }
  }

  private @Nullable Runnable next() {
    synchronized (queue) {
      Iterator<Runnable> all = queue.values().iterator();
      running = all.hasNext();
      if (!running) {
        return null;
      }
      Runnable task = all.next();
      all.remove();
      return task;
    }
  }

  /** Drops the queued tasks and those that follow; a running task completes. */
  @Override
  public void close() {
    synchronized (queue) {
      closed = true;
      queue.clear();
    }
  }
}
