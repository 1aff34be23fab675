package io.mcpbridge.catalog;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a call of a tool came to, for those who watch.
 *
 * @param kind whether it went well
 * @param duration how long it took, everything included
 * @param reason what went wrong on the way, for the developer; {@code null} if nothing did
 */
public record CallOutcome(Kind kind, Duration duration, @Nullable String reason) {

  /** How a call ends. */
  public enum Kind {
    /** With an answer of the tool. */
    SUCCEEDED,

    /** With an error that the tool itself reports. */
    ERROR,

    /** Without an answer of the tool: the call was not made, or something went wrong on the way. */
    FAILED
  }

  static CallOutcome of(ToolOutput output, Duration duration) {
    if (output.failure() != null) {
      return new CallOutcome(Kind.FAILED, duration, output.failure().getMessage());
    }
    return new CallOutcome(output.isError() ? Kind.ERROR : Kind.SUCCEEDED, duration, null);
  }
}
