package io.mcpbridge.catalog;

import java.time.Instant;
import java.util.Set;

/**
 * A call of a tool, for those who watch: never what the arguments are, only what they are called.
 *
 * @param executionId tells this call from all others
 * @param server the key of the server that has the tool
 * @param tool what the server calls it
 * @param modelName what the model calls it
 * @param argumentKeys the names of the arguments that the model gave, where they can be read
 * @param startedAt when it began
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
