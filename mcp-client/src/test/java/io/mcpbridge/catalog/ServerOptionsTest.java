package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.CallOptions;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {

  private static void assertRefused(ThrowingCallable making, String setting, String value) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(setting + " must be longer than nothing: " + value);
  }

  @Test
  void aTimeOfNothingIsRefusedByItsSetting() {
    Duration less = Duration.ofMillis(-1);

    assertRefused(() -> ServerOptions.builder().timeout(less).build(), "timeout", "PT-0.001S");
    assertRefused(
        () -> ServerOptions.builder().connectTimeout(Duration.ZERO).build(),
        "connect-timeout",
        "PT0S");
    assertRefused(
        () -> ServerOptions.builder().listTimeout(Duration.ZERO).build(), "list-timeout", "PT0S");
    assertRefused(
        () -> ServerOptions.builder().idleTimeout(Duration.ZERO).build(), "idle-timeout", "PT0S");
  }

  @Test
  void aToolsTimeOfNothingIsRefusedByItsSetting() {
    assertRefused(
        () -> ToolOptions.builder().timeout(Duration.ZERO).build(), "tools.<name>.timeout", "PT0S");
    assertRefused(
        () -> ToolOptions.builder().idleTimeout(Duration.ofSeconds(-1)).build(),
        "tools.<name>.idle-timeout",
        "PT-1S");
  }

  /** That nothing is left of the whole time is another thing: a call may come too late. */
  @Test
  void aCallThatMayNeverPauseIsRefused() {
    assertRefused(
        () -> CallOptions.defaults().withIdleTimeout(Duration.ZERO),
        "CallOptions.idleTimeout",
        "PT0S");
  }
}
