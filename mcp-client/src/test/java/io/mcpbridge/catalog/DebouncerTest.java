package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class DebouncerTest {

  private static final Duration QUIET = Duration.ofMillis(300);

  private final PriorityQueue<Planned> planned = new PriorityQueue<>();
  private long now = 5_000_000;
  private int runs;
  private final Debouncer debouncer =
      new Debouncer(
          () -> runs++,
          (delay, work) -> planned.add(new Planned(now + delay.toNanos(), work)),
          () -> now);

  private record Planned(long at, Runnable work) implements Comparable<Planned> {

    @Override
    public int compareTo(Planned other) {
      return Long.compare(at, other.at);
    }
  }

  private void pass(Duration time) {
    long end = now + time.toNanos();
    while (!planned.isEmpty() && planned.peek().at() <= end) {
      Planned next = planned.remove();
      now = next.at();
      next.work().run();
    }
    now = end;
  }

  private void announceFor(Duration time) {
    for (Duration t = Duration.ZERO; t.compareTo(time) < 0; t = t.plusMillis(100)) {
      debouncer.announced(QUIET);
      pass(Duration.ofMillis(100));
    }
  }

  @Test
  void oneAnnouncementIsActedOnAfterAMoment() {
    debouncer.announced(QUIET);

    pass(Duration.ofMillis(299));
    assertThat(runs).isZero();
    pass(Duration.ofMillis(1));
    assertThat(runs).isEqualTo(1);
    pass(Duration.ofMinutes(1));
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void announcementsOneAfterTheOtherAreActedOnOnce() {
    announceFor(Duration.ofMillis(1_000));
    assertThat(runs).isZero();

    pass(QUIET);

    assertThat(runs).isEqualTo(1);
    assertThat(planned).isEmpty();
  }

  @Test
  void anEndlessStreamIsActedOnEveryTwoSeconds() {
    announceFor(Duration.ofMillis(10_100));

    assertThat(runs).isBetween(4, 5);
  }

  @Test
  void whatIsAnnouncedDuringTheWorkIsAReasonToDoItAgain() {
    Debouncer[] again = new Debouncer[1];
    again[0] =
        new Debouncer(
            () -> {
              if (runs++ == 0) {
                again[0].announced(QUIET);
              }
            },
            (delay, work) -> planned.add(new Planned(now + delay.toNanos(), work)),
            () -> now);

    again[0].announced(QUIET);
    pass(Duration.ofSeconds(1));

    assertThat(runs).isEqualTo(2);
  }

  @Test
  void aServerThatIsAskedLessAndLessIsWaitedForThatLong() {
    debouncer.announced(Duration.ofSeconds(30));

    pass(Duration.ofSeconds(29));
    assertThat(runs).isZero();
    pass(Duration.ofSeconds(1));
    assertThat(runs).isEqualTo(1);
  }
}
