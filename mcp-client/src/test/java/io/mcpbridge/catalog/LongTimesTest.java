package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongTimesTest {

  @Test
  void moreThanAnHourLooksLikeMilliseconds() {
    ServerOptions mistaken =
        ServerOptions.builder()
            .timeout(Duration.ofSeconds(60_000))
            .idleTimeout(Duration.ofHours(1))
            .listTimeout(Duration.ofMinutes(61))
            .tool("build", ToolOptions.builder().timeout(Duration.ofHours(2)).build())
            .build();

    assertThat(LongTimes.longTimes(mistaken).keySet())
        .containsExactly("timeout", "list-timeout", "tools.build.timeout");
  }

  @Test
  void whatWasMeantIsSaidAsItCanBeWritten() {
    assertThat(LongTimes.doubt(Duration.ofSeconds(60_000)))
        .isEqualTo(
            "is 60000 s, more than an hour; if milliseconds were meant, set it to \"60000ms\"");
  }

  @Test
  void eachIsSaidOnceHoweverOftenItsServerIsMade() {
    ServerOptions once = ServerOptions.builder().timeout(Duration.ofHours(2)).build();
    ServerOptions other = once.toBuilder().timeout(Duration.ofHours(3)).build();

    assertThat(LongTimes.unsaid("said once", once)).containsOnlyKeys("timeout");
    assertThat(LongTimes.unsaid("said once", once)).isEmpty();
    assertThat(LongTimes.unsaid("said once", other)).containsOnlyKeys("timeout");
    LongTimes.leaveOut("said elsewhere", Duration.ofHours(2));
    assertThat(LongTimes.unsaid("said elsewhere", once)).isEmpty();
  }

  @Test
  void theDefaultsDoNot() {
    assertThat(LongTimes.longTimes(ServerOptions.defaults())).isEmpty();
  }
}
