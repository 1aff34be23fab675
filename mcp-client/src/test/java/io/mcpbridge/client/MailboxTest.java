package io.mcpbridge.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private final Queue<Runnable> workers = new ArrayDeque<>();
  private final Mailbox mailbox = new Mailbox("fake", workers::add);
  private final List<Integer> done = new ArrayList<>();

  @Test
  void worksInOrderOnOneWorker() {
    for (int i = 0; i < 3; i++) {
      int number = i;
      mailbox.post(() -> done.add(number));
    }

    assertThat(workers).hasSize(1);
    workers.remove().run();
    assertThat(done).containsExactly(0, 1, 2);

    mailbox.post(() -> done.add(3));
    workers.remove().run();
    assertThat(done).containsExactly(0, 1, 2, 3);
  }

  @Test
  void dropsTheOldestOfAFlood() {
    for (int i = 0; i < Mailbox.CAPACITY + 5; i++) {
      int number = i;
      mailbox.post(() -> done.add(number));
    }
    workers.remove().run();

    assertThat(workers).isEmpty();
    assertThat(done).hasSize(Mailbox.CAPACITY).startsWith(5);
  }

  @Test
  void aFactIsNotDroppedAndWaitsOnce() {
    mailbox.post(() -> done.add(-1));
    mailbox.post(Fact.TOOLS_CHANGED, () -> done.add(-2));
    mailbox.post(Fact.CONNECTION_LOST, () -> done.add(-3));
    for (int i = 0; i < 2 * Mailbox.CAPACITY; i++) {
      int number = i;
      mailbox.post(() -> done.add(number));
    }
    mailbox.post(Fact.TOOLS_CHANGED, () -> done.add(-4));
    workers.remove().run();

    assertThat(done).hasSize(Mailbox.CAPACITY).startsWith(-4, -3).doesNotContain(-1, -2);

    mailbox.post(Fact.TOOLS_CHANGED, () -> done.add(-5));
    workers.remove().run();
    assertThat(done).as("after it was worked off, it is news again").endsWith(-5);
  }

  @Test
  void goesOnAfterAFailure() {
    mailbox.post(
        () -> {
          throw new IllegalStateException("handler");
        });
    mailbox.post(() -> done.add(1));
    workers.remove().run();

    assertThat(done).containsExactly(1);
  }

  @Test
  void goesOnAfterAnError() {
    mailbox.post(
        () -> {
          throw new NoClassDefFoundError("handler");
        });
    mailbox.post(() -> done.add(1));
    workers.remove().run();

    assertThat(done).containsExactly(1);
  }

  @Test
  void losesWhatComesAfterItsWorkersAreGone() {
    Mailbox closing =
        new Mailbox(
            "fake",
            work -> {
              throw new RejectedExecutionException();
            });

    closing.post(() -> done.add(1));

    assertThat(done).isEmpty();
  }
}
