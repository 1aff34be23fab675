package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CallOutcome.Kind;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is kept of calls. */
class CallHistoryTest {

  private final CallHistory history = new CallHistory();

  private static CallEvent call(int number) {
    return new CallEvent(
        "s__t" + number,
        Set.of("path"),
        Instant.EPOCH.plusSeconds(number),
        new CallerContext("s", "ada", "c", "e" + number, "t" + number, null));
  }

  private void finish(int number, Kind kind) {
    history.callStarted(call(number));
    history.callFinished(
        call(number), new CallOutcome(kind, Duration.ofMillis(5), "r".repeat(2_000), null));
  }

  private List<?> entries(String name) {
    return (List<?>) history.json(user -> true).get(name);
  }

  @Test
  void keepsFailuresLongerThanOthers() {
    finish(0, Kind.FAILED);
    finish(1, Kind.SUCCEEDED);
    for (int i = 2; i < CallHistory.MAX_CALLS + 2; i++) {
      finish(i, Kind.SUCCEEDED);
    }

    assertThat(entries("calls")).hasSize(CallHistory.MAX_CALLS + 1);
    assertThat(entries("calls").get(CallHistory.MAX_CALLS).toString()).contains("modelName=s__t0");
    for (int i = 0; i < 2 * CallHistory.MAX_CALLS; i++) {
      finish(i, Kind.FAILED);
    }
    assertThat(entries("calls")).hasSize(CallHistory.MAX_CALLS + CallHistory.MAX_FAILURES);
    assertThat(Json.write(history.json(user -> true)).length())
        .as("in memory even less")
        .isLessThan(2_000_000);
  }

  @Test
  void showsOpenCalls() {
    history.callStarted(call(7));

    assertThat(entries("open")).hasSize(1);
    assertThat(((Map<?, ?>) entries("open").get(0)).get("modelName")).isEqualTo("s__t7");
    finish(7, Kind.SUCCEEDED);
    assertThat(entries("open")).isEmpty();
  }

  /** The end of a call can be lost. */
  @Test
  void oldOpenCallsMakeRoom() {
    for (int i = 0; i < 1_001; i++) {
      history.callStarted(call(i));
    }

    assertThat(entries("open")).hasSize(1_000);
    assertThat(entries("open").get(0).toString()).contains("modelName=s__t1000");
  }
}
