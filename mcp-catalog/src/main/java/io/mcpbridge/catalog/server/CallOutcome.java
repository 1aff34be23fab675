package io.mcpbridge.catalog.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a tool call, for listeners.
 *
 * @param kind success, tool error, failure, or why the call was not made
 * @param duration total duration of the call
 * @param reason the reason for a failure, for the developer; {@code null} unless it failed
 * @param output the text for the model, cut after {@value #MAX_OUTPUT} characters; may contain
 *     secrets. {@code null} unless the listener {@linkplain CatalogListener#wantsOutput wants it}
 */
public record CallOutcome(
    Kind kind, Duration duration, @Nullable String reason, @Nullable String output) {

  /** The maximum length of {@link #output()} in characters, since events wait in a queue. */
  public static final int MAX_OUTPUT = 4_000;

  public enum Kind {
    /** The tool returned a result. */
    SUCCEEDED,

    /** The tool returned an error ({@code isError}). */
    ERROR,

    /**
     * The call was not made: a rule or a person did not allow it, or the tool is unknown or
     * disabled.
     */
    REFUSED,

    /** The call was not made: a person answered in place of the tool. */
    ANSWERED,

    /** The call was not made: it waits for approval while the conversation goes on. */
    SUSPENDED,

    /** The call failed, perhaps before it was sent. */
    FAILED
  }

  /** The same outcome with the text for the model, cut if it is too long. */
  public CallOutcome withOutput(String text) {
    int end = Math.min(text.length(), MAX_OUTPUT);
    boolean splitsPair = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return new CallOutcome(kind, duration, reason, text.substring(0, splitsPair ? end - 1 : end));
  }
}
