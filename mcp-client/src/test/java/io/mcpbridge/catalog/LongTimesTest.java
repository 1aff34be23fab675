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

    assertThat(LongTimes.suspicious(mistaken).keySet())
        .containsExactly("timeout", "list-timeout", "tools.build.timeout");
  }

  @Test
  void theDefaultsDoNot() {
    assertThat(LongTimes.suspicious(ServerOptions.defaults())).isEmpty();
  }
}
