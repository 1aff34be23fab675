package io.mcpbridge.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a server stands, since when, and why. */
record Standing(ServerState state, Instant since, @Nullable String reason) {

  static Standing of(ServerState state, @Nullable String reason) {
    return new Standing(state, Instant.now(), reason);
  }
}
