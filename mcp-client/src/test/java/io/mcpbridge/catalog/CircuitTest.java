package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitTest {

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may start anywhere
  private final AtomicInteger made = new AtomicInteger();
  private volatile String reason;
  private volatile Duration pause;
  private final Circuit.Told told =
      new Circuit.Told() {
        @Override
        public void spared(Duration length, String because) {
          pause = length;
          reason = because;
        }

        @Override
        public void well() {
          reason = null;
        }
      };
  private final Circuit circuit = new Circuit("weather", 3, PAUSE, now::get, told);

  private void passes(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private String succeed() {
    return circuit.during(
        e -> Circuit.Sign.NONE,
        () -> {
          made.incrementAndGet();
          return "fine";
        });
  }

  private void fail(Circuit.Sign sign) {
    assertThatThrownBy(
            () ->
                circuit.during(
                    e -> sign,
                    () -> {
                      made.incrementAndGet();
                      throw new McpConnectionLostException("cut");
                    }))
        .isInstanceOf(McpConnectionLostException.class);
  }

  private void open() {
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.TROUBLE);
  }

  private void assertSpared() {
    int before = made.get();
    assertThatThrownBy(this::succeed)
        .isInstanceOfSatisfying(
            McpUnavailableException.class, e -> assertThat(e.isNothingSent()).isTrue())
        .hasMessageContainingAll("circuit.pause", "circuit.failures", "cut");
    assertThatThrownBy(circuit::refuseIfOpen).isInstanceOf(McpUnavailableException.class);
    assertThat(made).hasValue(before);
  }

  @Test
  void opensAfterFailuresInARow() {
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.TROUBLE);
    assertThat(succeed()).isEqualTo("fine");
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.WELL);
    open();

    assertSpared();
    assertThat(reason).contains("since 3 calls in a row failed on the way");
    assertThat(pause).isBetween(PAUSE.dividedBy(2), PAUSE);
  }

  @Test
  void whatSaysNothingIsNeitherCountedNorAnEndOfTheRow() {
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.TROUBLE);
    fail(Circuit.Sign.NONE);
    assertThat(succeed()).isEqualTo("fine");
    fail(Circuit.Sign.NONE);
    fail(Circuit.Sign.NONE);
    fail(Circuit.Sign.NONE);

    assertThat(reason).isNull();
  }

  @Test
  void oneCallFindsOutWhileTheOthersAreRefused() {
    open();
    passes(PAUSE);

    circuit.refuseIfOpen();
    String probed =
        circuit.during(
            e -> Circuit.Sign.NONE,
            () -> {
              assertSpared();
              return "well again";
            });

    assertThat(probed).isEqualTo("well again");
    assertThat(reason).isNull();
    assertThat(succeed()).isEqualTo("fine");
  }

  /** As with a call of a tool that works for minutes. */
  @Test
  void aLongCallThatFindsOutDoesNotKeepTheOthersAway() {
    open();
    passes(PAUSE);

    circuit.during(
        e -> Circuit.Sign.NONE,
        () -> {
          passes(PAUSE.minusNanos(1));
          assertSpared();
          passes(Duration.ofNanos(1));
          fail(Circuit.Sign.NONE);
          assertThat(reason).as("the second says nothing").isNotNull();
          assertThat(succeed()).isEqualTo("fine");
          assertThat(reason).isNull();
          return "done";
        });

    assertThat(succeed()).isEqualTo("fine");
  }

  @Test
  void aFailedProbeMakesThePauseLonger() {
    open();
    passes(PAUSE);
    fail(Circuit.Sign.TROUBLE);
    assertSpared();

    passes(PAUSE.minusNanos(1)); // the second open duration is one to two times the first
    assertSpared();
    passes(PAUSE.plusNanos(1));
    assertThat(succeed()).isEqualTo("fine");
  }

  @Test
  void aProbeThatSaysNothingIsMadeAgain() {
    open();
    passes(PAUSE);

    fail(Circuit.Sign.NONE);

    assertThat(reason).isNotNull();
    assertThat(succeed()).isEqualTo("fine");
    assertThat(reason).isNull();
  }

  /** Calls made before it opened must neither prolong the open state nor block the trial call. */
  @Test
  void callsThatFailLateChangeNothing() {
    assertThatThrownBy(
            () ->
                circuit.during(
                    e -> Circuit.Sign.TROUBLE,
                    () -> {
                      open();
                      passes(PAUSE);
                      throw new McpConnectionLostException("late");
                    }))
        .isInstanceOf(McpException.class);

    assertThat(reason).contains("since 3 calls");
    assertThat(succeed()).isEqualTo("fine");
  }

  @Test
  void anAnswerThatComesLateShowsThatTheServerIsWell() {
    circuit.during(
        e -> Circuit.Sign.NONE,
        () -> {
          open();
          return "late";
        });

    assertThat(succeed()).isEqualTo("fine");
  }

  /** As when a process crashes with many calls in flight. */
  @Test
  void whatEndsManyCallsIsOneFailure() {
    assertThatThrownBy(
            () ->
                circuit.during(
                    e -> Circuit.Sign.SHARED_TROUBLE,
                    () -> {
                      assertThatThrownBy(
                              () ->
                                  circuit.during(
                                      e -> Circuit.Sign.SHARED_TROUBLE,
                                      () -> {
                                        fail(Circuit.Sign.SHARED_TROUBLE);
                                        throw new McpConnectionLostException("cut");
                                      }))
                          .isInstanceOf(McpConnectionLostException.class);
                      throw new McpConnectionLostException("cut");
                    }))
        .isInstanceOf(McpConnectionLostException.class);

    assertThat(succeed()).isEqualTo("fine");
    fail(Circuit.Sign.SHARED_TROUBLE);
    fail(Circuit.Sign.SHARED_TROUBLE);
    fail(Circuit.Sign.SHARED_TROUBLE);
    assertSpared();
  }

  @Test
  void withoutALimitItStaysClosed() {
    Circuit never = new Circuit("weather", 0, PAUSE, now::get, told);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(
              () ->
                  never.during(
                      e -> Circuit.Sign.TROUBLE,
                      () -> {
                        throw new McpConnectionLostException("cut");
                      }))
          .isInstanceOf(McpConnectionLostException.class);
    }

    assertThat(reason).isNull();
  }
}
