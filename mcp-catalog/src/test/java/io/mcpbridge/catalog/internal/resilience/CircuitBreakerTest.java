package io.mcpbridge.catalog.internal.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may start anywhere
  private final AtomicInteger attempts = new AtomicInteger();
  private volatile String reason;
  private volatile Duration pause;
  private final CircuitBreaker.Listener listener =
      new CircuitBreaker.Listener() {
        @Override
        public void onOpen(Duration length, String cause) {
          pause = length;
          reason = cause;
        }

        @Override
        public void onClosed() {
          reason = null;
        }
      };
  private final CircuitBreaker circuitBreaker =
      new CircuitBreaker("weather", 3, PAUSE, now::get, listener);

  private void advance(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private String succeed() {
    return through(
        circuitBreaker,
        CircuitBreaker.Outcome.IGNORED,
        () -> {
          attempts.incrementAndGet();
          return "fine";
        });
  }

  private void fail(CircuitBreaker.Outcome outcome) {
    assertThatThrownBy(
            () ->
                through(
                    circuitBreaker,
                    outcome,
                    () -> {
                      attempts.incrementAndGet();
                      throw new McpConnectionLostException("cut");
                    }))
        .isInstanceOf(McpConnectionLostException.class);
  }

  /** As the pipeline's steps do. */
  private static <T> T through(
      CircuitBreaker circuitBreaker, CircuitBreaker.Outcome outcome, Supplier<T> call) {
    CircuitBreaker.Permission permission = circuitBreaker.acquirePermission();
    try {
      T result = call.get();
      permission.onSuccess();
      return result;
    } catch (McpException e) {
      permission.onError(e, outcome);
      throw e;
    } finally {
      permission.release();
    }
  }

  private void open() {
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.FAILURE);
  }

  private void assertNotCalled() {
    int before = attempts.get();
    assertThatThrownBy(this::succeed)
        .isInstanceOfSatisfying(
            McpUnavailableException.class,
            e -> assertThat(e.delivery()).isEqualTo(Delivery.NOT_SENT))
        .hasMessageContainingAll(
            "CallLimits.circuitBreakerOpenDuration",
            "CallLimits.circuitBreakerFailureThreshold",
            "cut");
    assertThatThrownBy(circuitBreaker::refuseIfOpen).isInstanceOf(McpUnavailableException.class);
    assertThat(attempts).hasValue(before);
  }

  @Test
  void opensAfterFailuresInARow() {
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.FAILURE);
    assertThat(succeed()).isEqualTo("fine");
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.SUCCESS);
    open();

    assertNotCalled();
    assertThat(reason).contains(": 3 consecutive calls failed");
    assertThat(pause).isBetween(PAUSE.dividedBy(2), PAUSE);
  }

  @Test
  void ignoredOutcomeNeitherCountsNorResetsFailures() {
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.FAILURE);
    fail(CircuitBreaker.Outcome.IGNORED);
    assertThat(succeed()).isEqualTo("fine");
    fail(CircuitBreaker.Outcome.IGNORED);
    fail(CircuitBreaker.Outcome.IGNORED);
    fail(CircuitBreaker.Outcome.IGNORED);

    assertThat(reason).isNull();
  }

  @Test
  void permitsOneTrialCallWhenHalfOpen() {
    open();
    advance(PAUSE);

    circuitBreaker.refuseIfOpen();
    String probed =
        through(
            circuitBreaker,
            CircuitBreaker.Outcome.IGNORED,
            () -> {
              assertNotCalled();
              return "well again";
            });

    assertThat(probed).isEqualTo("well again");
    assertThat(reason).isNull();
    assertThat(succeed()).isEqualTo("fine");
  }

  /** As with a call of a tool that works for minutes. */
  @Test
  void permitsAnotherTrialCallIfFirstIsSlow() {
    open();
    advance(PAUSE);

    through(
        circuitBreaker,
        CircuitBreaker.Outcome.IGNORED,
        () -> {
          advance(PAUSE.minusNanos(1));
          assertNotCalled();
          advance(Duration.ofNanos(1));
          fail(CircuitBreaker.Outcome.IGNORED);
          assertThat(reason).as("the second says nothing").isNotNull();
          assertThat(succeed()).isEqualTo("fine");
          assertThat(reason).isNull();
          return "done";
        });

    assertThat(succeed()).isEqualTo("fine");
  }

  @Test
  void failedTrialCallExtendsOpenDuration() {
    open();
    advance(PAUSE);
    fail(CircuitBreaker.Outcome.FAILURE);
    assertNotCalled();

    advance(PAUSE.minusNanos(1)); // the second open duration is one to two times the first
    assertNotCalled();
    advance(PAUSE.plusNanos(1));
    assertThat(succeed()).isEqualTo("fine");
  }

  @Test
  void repeatsTrialCallAfterIgnoredOutcome() {
    open();
    advance(PAUSE);

    fail(CircuitBreaker.Outcome.IGNORED);

    assertThat(reason).isNotNull();
    assertThat(succeed()).isEqualTo("fine");
    assertThat(reason).isNull();
  }

  /** Calls made before it opened must neither prolong the open state nor block the trial call. */
  @Test
  void ignoresLateFailureOfCallStartedBeforeOpening() {
    assertThatThrownBy(
            () ->
                through(
                    circuitBreaker,
                    CircuitBreaker.Outcome.FAILURE,
                    () -> {
                      open();
                      advance(PAUSE);
                      throw new McpConnectionLostException("late");
                    }))
        .isInstanceOf(McpException.class);

    assertThat(reason).contains(": 3 consecutive calls failed");
    assertThat(succeed()).isEqualTo("fine");
  }

  @Test
  void lateSuccessClosesOpenCircuit() {
    through(
        circuitBreaker,
        CircuitBreaker.Outcome.IGNORED,
        () -> {
          open();
          return "late";
        });

    assertThat(succeed()).isEqualTo("fine");
  }

  /** As when a process crashes with many calls in flight. */
  @Test
  void countsSharedFailureOnce() {
    assertThatThrownBy(
            () ->
                through(
                    circuitBreaker,
                    CircuitBreaker.Outcome.SHARED_FAILURE,
                    () -> {
                      assertThatThrownBy(
                              () ->
                                  through(
                                      circuitBreaker,
                                      CircuitBreaker.Outcome.SHARED_FAILURE,
                                      () -> {
                                        fail(CircuitBreaker.Outcome.SHARED_FAILURE);
                                        throw new McpConnectionLostException("cut");
                                      }))
                          .isInstanceOf(McpConnectionLostException.class);
                      throw new McpConnectionLostException("cut");
                    }))
        .isInstanceOf(McpConnectionLostException.class);

    assertThat(succeed()).isEqualTo("fine");
    fail(CircuitBreaker.Outcome.SHARED_FAILURE);
    fail(CircuitBreaker.Outcome.SHARED_FAILURE);
    fail(CircuitBreaker.Outcome.SHARED_FAILURE);
    assertNotCalled();
  }

  @Test
  void staysClosedWithoutFailureThreshold() {
    CircuitBreaker never = new CircuitBreaker("weather", 0, PAUSE, now::get, listener);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(
              () ->
                  through(
                      never,
                      CircuitBreaker.Outcome.FAILURE,
                      () -> {
                        throw new McpConnectionLostException("cut");
                      }))
          .isInstanceOf(McpConnectionLostException.class);
    }

    assertThat(reason).isNull();
  }
}
