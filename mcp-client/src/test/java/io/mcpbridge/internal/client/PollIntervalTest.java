package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.GetTaskRequest;
import io.mcpbridge.model.TaskResult;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollIntervalTest {

  private final PollInterval pause = new PollInterval();

  @ParameterizedTest
  @CsvSource({"PT0S, PT0.01S", "PT0.5S, PT0.5S", "PT5M, PT5M", "PT24H, PT5M"})
  void isWhatTheServerSaysWithinReason(Duration said, Duration taken) {
    assertThat(pause.before(task(said))).isEqualTo(taken);
  }

  @Test
  void growsWithoutPollIntervalOfServer() {
    assertThat(Stream.generate(() -> pause.before(task(null))).limit(9))
        .startsWith(Duration.ofSeconds(1), Duration.ofMillis(1_500), Duration.ofMillis(2_250))
        .isSorted()
        .endsWith(Duration.ofSeconds(15), Duration.ofSeconds(15));
  }

  private static TaskResult task(@Nullable Duration pollInterval) {
    return new TaskResult(
        "x", "working", null, pollInterval, Map.of(), new GetTaskRequest("x"), Map.of());
  }
}
