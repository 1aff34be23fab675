package io.mcpbridge.catalog.server;

import io.mcpbridge.context.CallerContext;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * A tool call, for listeners. Has the names of the arguments, never their values.
 *
 * @param modelName the tool's name as offered to the model
 * @param argumentKeys the names of the arguments from the model; empty if they cannot be parsed
 * @param startedAt when the call began
 * @param caller on whose behalf the call is made; without the request id, since it is not sent yet
 */
public record CallEvent(
    String modelName, Set<String> argumentKeys, Instant startedAt, CallerContext caller) {

  /** Copies the set. */
  public CallEvent {
    argumentKeys = Set.copyOf(argumentKeys);
  }

  /** Unique per call, and the same in approvals, handlers and log lines. */
  public String executionId() {
    return Objects.requireNonNull(caller.executionId());
  }

  /** The key of the tool's server. */
  public String server() {
    return caller.server();
  }

  /** The tool's name on the server. */
  public String tool() {
    return Objects.requireNonNull(caller.tool());
  }
}
