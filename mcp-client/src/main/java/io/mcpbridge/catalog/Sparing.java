package io.mcpbridge.catalog;

import java.time.Duration;

/**
 * Shows an open circuit breaker in the server's state until it closes or the next trial call is
 * due. The server's health is unknown from then until the next call.
 */
record Sparing(Standing standing, Schedule schedule) implements Circuit.Told {

  @Override
  public void spared(Duration pause, String reason) {
    standing.spared(reason);
    schedule.after(pause, () -> standing.sparedNoMore(reason));
  }

  @Override
  public void well() {
    standing.spared(null);
  }
}
