package io.mcpbridge.catalog.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a tool call, for listeners.
 *
 * @param kind success, tool error or failure
 * @param duration total duration of the call
 * @param reason the reason for a failure, for the developer; {@code null} if the tool answered
 */
public record CallOutcome(Kind kind, Duration duration, @Nullable String reason) {

  public enum Kind {
    /** The tool returned a result. */
    SUCCEEDED,

    /** The tool returned an error ({@code isError}). */
    ERROR,

    /** The tool returned nothing: the call was not sent, or failed. */
    FAILED
  }

  public static CallOutcome of(ToolOutput output, Duration duration) {
    if (output.failure() != null) {
      return new CallOutcome(Kind.FAILED, duration, output.failure().getMessage());
    }
    return new CallOutcome(output.isError() ? Kind.ERROR : Kind.SUCCEEDED, duration, null);
  }
}
