package io.mcpbridge.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SingleFlightTest {

  private final SingleFlight<String, Integer> flights = new SingleFlight<>();

  @Test
  void callersOfOneKeyShareAFlight() {
    SingleFlight<String, Integer>.Flight first = flights.newFlight("a");
    assertThat(first.begin()).isNull();
    assertThat(flights.newFlight("a").begin()).isSameAs(first);
    assertThat(flights.current("a")).isSameAs(first);

    assertThat(first.call(() -> 1)).isEqualTo(1);
    assertThat(first).isCompletedWithValue(1);
  }

  @Test
  void flightsOfTwoKeysAreIndependent() {
    assertThat(flights.newFlight("a").begin()).isNull();
    assertThat(flights.newFlight("b").begin()).isNull();
  }

  @Test
  void nextFlightCanBeginOnCompletion() {
    SingleFlight<String, Integer>.Flight first = flights.newFlight("a");
    assertThat(first.begin()).isNull();
    AtomicBoolean nextBegins = new AtomicBoolean();
    first.thenRun(() -> nextBegins.set(flights.newFlight("a").begin() == null));
    first.run(() -> 1);
    assertThat(nextBegins).isTrue();
  }

  @Test
  void failureReachesAllCallersOfFlight() {
    SingleFlight<String, Integer>.Flight flight = flights.newFlight("a");
    assertThat(flight.begin()).isNull();
    IllegalStateException failure = new IllegalStateException("fails");
    assertThatThrownBy(
            () ->
                flight.call(
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThatThrownBy(flight::join).isInstanceOf(CompletionException.class).hasCause(failure);
    assertThat(flights.current("a")).isNull();
  }

  @Test
  void errorEndsFlight() {
    SingleFlight<String, Integer>.Flight flight = flights.newFlight("a");
    assertThat(flight.begin()).isNull();
    flight.run(
        () -> {
          throw new NoClassDefFoundError("fails");
        });
    assertThat(flight).isCompletedExceptionally();
    assertThat(flights.newFlight("a").begin()).isNull();
  }

  @Test
  void abortInterruptsFlightAndReleasesKey() throws Exception {
    SingleFlight<String, Integer>.Flight flight = flights.newFlight("a");
    assertThat(flight.begin()).isNull();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread worker =
        new Thread(
            () ->
                flight.run(
                    () -> {
                      running.countDown();
                      try {
                        new CountDownLatch(1).await();
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                      }
                      return 1;
                    }));
    worker.start();
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

    flight.abort(new IllegalStateException("aborted"));
    assertThat(flight).isCompletedExceptionally();
    SingleFlight<String, Integer>.Flight next = flights.newFlight("a");
    assertThat(next.begin()).isNull();
    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    worker.join();
    assertThat(flights.current("a")).as("an earlier flight ends only itself").isSameAs(next);
  }

  @Test
  void flightAbortedBeforeStartRunsInterrupted() {
    SingleFlight<String, Integer>.Flight flight = flights.newFlight("a");
    assertThat(flight.begin()).isNull();
    flight.abort(new IllegalStateException("aborted"));
    AtomicBoolean interrupted = new AtomicBoolean();
    flight.run(
        () -> {
          interrupted.set(Thread.interrupted());
          return 1;
        });
    assertThat(interrupted).isTrue();
    assertThat(flight).isCompletedExceptionally();
  }

  @Test
  void runsOneFlightAtATimeForConcurrentCallers() throws Exception {
    int callers = 16;
    AtomicInteger running = new AtomicInteger();
    AtomicInteger operations = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    Set<Integer> results = ConcurrentHashMap.newKeySet();
    CountDownLatch over = new CountDownLatch(callers);
    ExecutorService threads = Workers.named("flights");
    for (int i = 0; i < callers; i++) {
      threads.execute(
          () -> {
            for (int round = 0; round < 200; round++) {
              SingleFlight<String, Integer>.Flight flight = flights.newFlight("a");
              SingleFlight<String, Integer>.Flight existing = flight.begin();
              if (existing == null) {
                flight.run(
                    () -> {
                      if (running.incrementAndGet() > 1) {
                        overlaps.incrementAndGet();
                      }
                      running.decrementAndGet();
                      return operations.incrementAndGet();
                    });
                results.add(flight.join());
              } else {
                results.add(existing.join());
              }
            }
            over.countDown();
          });
    }
    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    threads.shutdownNow();
    assertThat(overlaps).hasValue(0);
    assertThat(results).hasSize(operations.get());
  }
}
