package io.mcpbridge.catalog.internal.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongTimeoutWarningTest {

  @Test
  void warnsAboutTimeoutsLongerThanAnHour() {
    ServerOptions mistaken =
        ServerOptions.builder()
            .timeout(Duration.ofSeconds(60_000))
            .idleTimeout(Duration.ofHours(1))
            .listTimeout(Duration.ofMinutes(61))
            .tool("build", ToolOptions.builder().timeout(Duration.ofHours(2)).build())
            .build();

    assertThat(LongTimeoutWarning.longTimes(mistaken).keySet())
        .containsExactly("timeout", "listTimeout", "tools.build.timeout");
  }

  @Test
  void suggestsValueInMilliseconds() {
    assertThat(LongTimeoutWarning.warning(Duration.ofSeconds(60_000)))
        .isEqualTo(
            "is 60000 s, more than an hour; if milliseconds were meant, set it to \"60000ms\"");
  }

  @Test
  void warnsOncePerServerAndTimeout() {
    ServerOptions twoHours = ServerOptions.builder().timeout(Duration.ofHours(2)).build();
    ServerOptions threeHours = twoHours.toBuilder().timeout(Duration.ofHours(3)).build();

    assertThat(LongTimeoutWarning.unreported("said once", twoHours)).containsOnlyKeys("timeout");
    assertThat(LongTimeoutWarning.unreported("said once", twoHours)).isEmpty();
    assertThat(LongTimeoutWarning.unreported("said once", threeHours)).containsOnlyKeys("timeout");
    LongTimeoutWarning.suppress("said elsewhere", Duration.ofHours(2));
    assertThat(LongTimeoutWarning.unreported("said elsewhere", twoHours)).isEmpty();
  }

  @Test
  void doesNotWarnAboutDefaults() {
    assertThat(LongTimeoutWarning.longTimes(ServerOptions.defaults())).isEmpty();
  }
}
