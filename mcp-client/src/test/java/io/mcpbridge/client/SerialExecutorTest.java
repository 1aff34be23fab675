package io.mcpbridge.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {

  private final Queue<Runnable> workers = new ArrayDeque<>();
  private final SerialExecutor serialExecutor = new SerialExecutor("fake", workers::add);
  private final List<Integer> done = new ArrayList<>();

  @Test
  void worksInOrderOnOneWorker() {
    for (int i = 0; i < 3; i++) {
      int number = i;
      serialExecutor.post(() -> done.add(number));
    }

    assertThat(workers).hasSize(1);
    workers.remove().run();
    assertThat(done).containsExactly(0, 1, 2);

    serialExecutor.post(() -> done.add(3));
    workers.remove().run();
    assertThat(done).containsExactly(0, 1, 2, 3);
  }

  @Test
  void dropsTheOldestOfAFlood() {
    for (int i = 0; i < SerialExecutor.CAPACITY + 5; i++) {
      int number = i;
      serialExecutor.post(() -> done.add(number));
    }
    workers.remove().run();

    assertThat(workers).isEmpty();
    assertThat(done).hasSize(SerialExecutor.CAPACITY).startsWith(5);
  }

  @Test
  void aFactIsNotDroppedAndWaitsOnce() {
    serialExecutor.post(() -> done.add(-1));
    serialExecutor.post(CoalescingKey.TOOLS_CHANGED, () -> done.add(-2));
    serialExecutor.post(CoalescingKey.CONNECTION_LOST, () -> done.add(-3));
    for (int i = 0; i < 2 * SerialExecutor.CAPACITY; i++) {
      int number = i;
      serialExecutor.post(() -> done.add(number));
    }
    serialExecutor.post(CoalescingKey.TOOLS_CHANGED, () -> done.add(-4));
    workers.remove().run();

    assertThat(done).hasSize(SerialExecutor.CAPACITY).startsWith(-4, -3).doesNotContain(-1, -2);

    serialExecutor.post(CoalescingKey.TOOLS_CHANGED, () -> done.add(-5));
    workers.remove().run();
    assertThat(done).as("after it was worked off, it is news again").endsWith(-5);
  }

  @Test
  void goesOnAfterAFailure() {
    serialExecutor.post(
        () -> {
          throw new IllegalStateException("handler");
        });
    serialExecutor.post(() -> done.add(1));
    workers.remove().run();

    assertThat(done).containsExactly(1);
  }

  @Test
  void goesOnAfterAnError() {
    serialExecutor.post(
        () -> {
          throw new NoClassDefFoundError("handler");
        });
    serialExecutor.post(() -> done.add(1));
    workers.remove().run();

    assertThat(done).containsExactly(1);
  }

  @Test
  void losesWhatComesAfterItsWorkersAreGone() {
    SerialExecutor closing =
        new SerialExecutor(
            "fake",
            work -> {
              throw new RejectedExecutionException();
            });

    closing.post(() -> done.add(1));

    assertThat(done).isEmpty();
  }
}
