package io.mcpbridge.catalog;

import java.time.Duration;

/**
 * Shows that no calls are made, for as long as none are: until a call found the server well, or
 * until the next one may find out. Whether it is well then nobody knows who does not call it.
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
