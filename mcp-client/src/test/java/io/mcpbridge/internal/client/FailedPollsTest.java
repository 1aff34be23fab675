package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailedPollsTest {

  private static final Duration OFTEN = Duration.ofMillis(10);
  private static final McpException REFUSED = new McpConnectException("connection refused");

  private final FailedPolls lost = new FailedPolls();

  private static McpException status(int status, @Nullable String retryAfter) {
    return new McpHttpStatusException("no", status, null, retryAfter);
  }

  @Test
  void retriesForAboutHalfAMinute() {
    List<Duration> pauses = new ArrayList<>();
    for (int i = 0; i < FailedPolls.MAX; i++) {
      lost.add(REFUSED);
      pauses.add(lost.pause(OFTEN));
    }

    assertThat(pauses)
        .isSorted()
        .startsWith(FailedPolls.INITIAL_DELAY)
        .endsWith(FailedPolls.MAX_DELAY);
    assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
        .isBetween(Duration.ofSeconds(25), Duration.ofSeconds(35));
  }

  @Test
  void reportsToolMayStillRunAfterMaxFailures() {
    McpException busy = status(429, null);
    for (int i = 0; i < FailedPolls.MAX; i++) {
      lost.add(busy);
    }

    assertThatThrownBy(() -> lost.add(busy))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("may still be running")
        .hasCause(busy);
  }

  @Test
  void successfulPollResetsBackoff() {
    lost.add(REFUSED);
    lost.add(REFUSED);
    assertThat(lost.pause(Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(1));

    lost.end();

    assertThat(lost.pause(OFTEN)).isEqualTo(OFTEN);
    lost.add(REFUSED);
    assertThat(lost.pause(OFTEN)).isEqualTo(FailedPolls.INITIAL_DELAY);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404})
  void aRefusalIsNotAskedForAgain(int status) {
    McpException refusal = status(status, null);

    assertThatThrownBy(() -> lost.add(refusal)).isSameAs(refusal);
  }

  @ParameterizedTest
  @CsvSource({"7, PT7S", "0, PT0.25S", "999999999, PT5M", "9999999999, PT5M", "soon, PT0.25S"})
  void aServerMayAskForMoreTime(String retryAfter, Duration pause) {
    lost.add(status(429, retryAfter));

    assertThat(lost.pause(OFTEN)).isEqualTo(pause);
  }
}
