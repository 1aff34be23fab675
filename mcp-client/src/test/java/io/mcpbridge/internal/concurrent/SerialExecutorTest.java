package io.mcpbridge.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {

  private static final int CAPACITY = 10;

  private enum Key {
    ONE,
    OTHER
  }

  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<Integer> done = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final AtomicInteger overflows = new AtomicInteger();
  private final SerialExecutor serialExecutor =
      executor(Overflow.dropOldest(overflows::incrementAndGet));

  private SerialExecutor executor(Overflow overflow) {
    return new SerialExecutor(threads::add, CAPACITY, overflow, failures::add);
  }

  private void add(int number) {
    serialExecutor.execute(() -> done.add(number));
  }

  private void add(Object key, int number) {
    serialExecutor.execute(key, () -> done.add(number));
  }

  private void run() {
    assertThat(threads).as("one thread at a time").hasSize(1);
    threads.remove().run();
  }

  @Test
  void runsTasksInOrderOnOneThread() {
    add(0);
    add(1);
    add(2);
    run();
    assertThat(done).containsExactly(0, 1, 2);

    add(3);
    run();
    assertThat(done).containsExactly(0, 1, 2, 3);
  }

  @Test
  void replacesQueuedTaskWithSameKey() {
    add(Key.ONE, 1);
    add(2);
    add(Key.ONE, 3);
    run();
    assertThat(done).containsExactly(3, 2);

    add(Key.ONE, 4);
    run();
    assertThat(done).endsWith(4);
  }

  @Test
  void dropsOldestTaskOnOverflowAndReportsOnce() {
    for (int i = 0; i < CAPACITY + 5; i++) {
      add(i);
    }
    run();
    assertThat(done).hasSize(CAPACITY).startsWith(5);
    assertThat(overflows).hasValue(1);
  }

  @Test
  void dropsTasksWithoutAKeyFirst() {
    add(-1);
    add(Key.ONE, -2);
    add(Key.OTHER, -3);
    for (int i = 0; i < 2 * CAPACITY; i++) {
      add(i);
    }
    add(Key.ONE, -4);
    run();
    assertThat(done).hasSize(CAPACITY).startsWith(-4, -3).doesNotContain(-1, -2);
  }

  @Test
  void dropsOldestTaskIfAllHaveKeys() {
    for (int i = 0; i <= CAPACITY; i++) {
      add("key " + i, i);
    }
    run();
    assertThat(done).hasSize(CAPACITY).startsWith(1);
  }

  @Test
  void rejectsATaskOnOverflow() {
    SerialExecutor rejecting = executor(Overflow.reject());
    for (int i = 0; i < CAPACITY; i++) {
      int number = i;
      rejecting.execute(() -> done.add(number));
    }
    assertThatThrownBy(() -> rejecting.execute(() -> done.add(-1)))
        .isInstanceOf(RejectedExecutionException.class);
    run();
    assertThat(done).hasSize(CAPACITY).doesNotContain(-1);

    rejecting.execute(() -> done.add(-2));
    run();
    assertThat(done).endsWith(-2);
  }

  @Test
  void replacesAllTasksWithOneOnOverflow() {
    SerialExecutor replacing = executor(Overflow.replaceAll(Key.ONE, () -> done.add(-1)));
    for (int i = 0; i <= CAPACITY; i++) {
      int number = i;
      replacing.execute(() -> done.add(number));
    }
    replacing.execute(() -> done.add(-2));
    run();
    assertThat(done).containsExactly(-1, -2);
  }

  @Test
  void continuesAfterExceptionAndError() {
    IllegalStateException exception = new IllegalStateException("task");
    NoClassDefFoundError error = new NoClassDefFoundError("task");
    serialExecutor.execute(
        () -> {
          throw exception;
        });
    serialExecutor.execute(
        () -> {
          throw error;
        });
    IOException checked = new IOException("task");
    serialExecutor.execute(() -> SerialExecutorTest.<RuntimeException>sneakyThrow(checked));
    add(1);
    run();
    assertThat(done).containsExactly(1);
    assertThat(failures).containsExactly(exception, error, checked);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneakyThrow(Throwable failure) throws E {
    throw (E) failure;
  }

  @Test
  void continuesOnceThreadIsAvailable() {
    OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
    Queue<Error> errors = new ArrayDeque<>(List.of(noThread));
    SerialExecutor waiting =
        new SerialExecutor(
            work -> {
              if (!errors.isEmpty()) {
                throw errors.remove();
              }
              threads.add(work);
            },
            CAPACITY,
            Overflow.reject(),
            failures::add);
    assertThatThrownBy(() -> waiting.execute(() -> done.add(1))).isSameAs(noThread);

    waiting.execute(() -> done.add(2));
    run();

    assertThat(done).containsExactly(2);
  }

  @Test
  void dropsTasksRejectedByExecutor() {
    SerialExecutor closing =
        new SerialExecutor(
            work -> {
              throw new RejectedExecutionException();
            },
            CAPACITY,
            Overflow.reject(),
            failures::add);
    for (int i = 0; i < 2 * CAPACITY; i++) {
      closing.execute(() -> done.add(1));
    }
    assertThat(done).isEmpty();
    assertThat(failures).isEmpty();
  }

  @Test
  void dropsTasksAfterItIsClosed() {
    add(1);
    serialExecutor.close();
    add(2);
    run();
    assertThat(done).isEmpty();
  }

  @Test
  void runsTasksInOrderOnDirectExecutor() {
    SerialExecutor direct =
        new SerialExecutor(Runnable::run, CAPACITY, Overflow.reject(), failures::add);
    direct.execute(
        () -> {
          direct.execute(() -> done.add(2));
          done.add(1);
        });
    assertThat(done).containsExactly(1, 2);
  }

  @Test
  void tasksOfManyCallersNeverOverlap() throws Exception {
    int callers = 8;
    int tasksPerCaller = 500;
    ExecutorService workers = Workers.named("serial");
    AtomicInteger running = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    CountDownLatch over = new CountDownLatch(callers * tasksPerCaller);
    SerialExecutor shared =
        new SerialExecutor(workers, callers * tasksPerCaller, Overflow.reject(), failures::add);
    for (int caller = 0; caller < callers; caller++) {
      workers.execute(
          () -> {
            for (int i = 0; i < tasksPerCaller; i++) {
              shared.execute(
                  () -> {
                    if (running.incrementAndGet() > 1) {
                      overlaps.incrementAndGet();
                    }
                    running.decrementAndGet();
                    over.countDown();
                  });
            }
          });
    }
    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    workers.shutdownNow();
    assertThat(overlaps).hasValue(0);
    assertThat(failures).isEmpty();
  }
}
