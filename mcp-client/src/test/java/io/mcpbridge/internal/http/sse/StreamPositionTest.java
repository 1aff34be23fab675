package io.mcpbridge.internal.http.sse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The position in a stream, and the pause before resuming it. */
class StreamPositionTest {

  @ParameterizedTest
  @CsvSource({
    "0, 100",
    "99, 100",
    "100, 100",
    "2500, 2500",
    "300000, 300000",
    "300001, 300000",
    "9223372036854775807, 300000",
  })
  void limitsRetryOfServer(long retryMillis, long millis) {
    assertThat(new StreamPosition("1", retryMillis).retry()).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void defaultRetryIsOneSecond() {
    assertThat(StreamPosition.START.retry()).isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " 1", "1 ", "caf\u00e9", "a\tb", "a\u0007"})
  void doesNotSendIdThatIsNoHeaderValue(String id) {
    assertThat(new StreamPosition(id, null).resumeAfter()).isNull();
  }

  @Test
  void keepsEventIdAndRetryUntilReplaced() {
    StreamPosition first = StreamPosition.START.then(new StreamPosition("stream-1_7 x", 200L));

    assertThat(first.then(StreamPosition.START)).isEqualTo(first);
    assertThat(first.then(new StreamPosition("8", null))).isEqualTo(new StreamPosition("8", 200L));
    assertThat(first.resumeAfter()).isEqualTo("stream-1_7 x");
    assertThat(first.then(new StreamPosition("", null)).resumeAfter()).as("taken back").isNull();
  }

  @Test
  void backsOffAfterFailedReconnects() {
    ReconnectDelay reconnectDelay = new ReconnectDelay();
    StreamPosition position = new StreamPosition("1", 100L);
    assertThat(reconnectDelay.delayNanos(position)).isEqualTo(Duration.ofMillis(100).toNanos());

    long longest = 0;
    for (int i = 0; i < 100; i++) {
      reconnectDelay.failed();
      long pause = reconnectDelay.delayNanos(position);
      assertThat(pause)
          .isBetween(
              Duration.ofMillis(100).toNanos(), ReconnectDelay.MAX_DELAY.multipliedBy(2).toNanos());
      longest = Math.max(longest, pause);
    }
    assertThat(longest).isGreaterThan(ReconnectDelay.MAX_DELAY.dividedBy(2).toNanos());

    assertThat(reconnectDelay.delayNanos(new StreamPosition("1", 300_000L)))
        .as("never sooner than the server wants")
        .isEqualTo(Duration.ofMinutes(5).toNanos());
    reconnectDelay.succeeded();
    assertThat(reconnectDelay.delayNanos(position)).isEqualTo(Duration.ofMillis(100).toNanos());
  }
}
