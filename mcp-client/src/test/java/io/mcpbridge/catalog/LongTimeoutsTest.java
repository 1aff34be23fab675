package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongTimeoutsTest {

  @Test
  void moreThanAnHourLooksLikeMilliseconds() {
    ServerOptions mistaken =
        ServerOptions.builder()
            .timeout(Duration.ofSeconds(60_000))
            .idleTimeout(Duration.ofHours(1))
            .listTimeout(Duration.ofMinutes(61))
            .tool("build", ToolOptions.builder().timeout(Duration.ofHours(2)).build())
            .build();

    assertThat(LongTimeouts.longTimes(mistaken).keySet())
        .containsExactly("timeout", "list-timeout", "tools.build.timeout");
  }

  @Test
  void whatWasMeantIsSaidAsItCanBeWritten() {
    assertThat(LongTimeouts.doubt(Duration.ofSeconds(60_000)))
        .isEqualTo(
            "is 60000 s, more than an hour; if milliseconds were meant, set it to \"60000ms\"");
  }

  @Test
  void eachIsSaidOnceHoweverOftenItsServerIsMade() {
    ServerOptions once = ServerOptions.builder().timeout(Duration.ofHours(2)).build();
    ServerOptions other = once.toBuilder().timeout(Duration.ofHours(3)).build();

    assertThat(LongTimeouts.unsaid("said once", once)).containsOnlyKeys("timeout");
    assertThat(LongTimeouts.unsaid("said once", once)).isEmpty();
    assertThat(LongTimeouts.unsaid("said once", other)).containsOnlyKeys("timeout");
    LongTimeouts.leaveOut("said elsewhere", Duration.ofHours(2));
    assertThat(LongTimeouts.unsaid("said elsewhere", once)).isEmpty();
  }

  @Test
  void theDefaultsDoNot() {
    assertThat(LongTimeouts.longTimes(ServerOptions.defaults())).isEmpty();
  }
}
