package io.mcpbridge.catalog.server;

import java.time.Instant;
import java.util.Set;

/**
 * A tool call, for listeners. Has the names of the arguments, never their values.
 *
 * @param executionId unique per call
 * @param server the key of the tool's server
 * @param tool the tool's name on the server
 * @param modelName the tool's name as offered to the model
 * @param argumentKeys the names of the arguments from the model; empty if they cannot be parsed
 * @param startedAt when the call began
 */
public record CallEvent(
    String executionId,
    String server,
    String tool,
    String modelName,
    Set<String> argumentKeys,
    Instant startedAt) {

  /** Copies the set. */
  public CallEvent {
    argumentKeys = Set.copyOf(argumentKeys);
  }
}
