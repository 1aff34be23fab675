package io.mcpbridge.verification.fuzz;

import io.mcpbridge.error.McpException;
import io.mcpbridge.json.JsonException;
import org.jspecify.annotations.Nullable;

/** The permitted outcomes of a call: a result, or a documented exception. */
final class Outcome {

  private Outcome() {}

  /** The name of an exception. */
  static String of(McpException failure) {
    return failure.getClass().getSimpleName();
  }

  /**
   * Rejects internal errors wrapped in documented exceptions.
   *
   * @throws AssertionError if the cause is unexpected
   */
  static void requireDocumented(McpException failure) {
    Throwable unexpected = unexpected(failure);
    if (unexpected != null) {
      throw new AssertionError("caused by " + unexpected, failure);
    }
  }

  private static @Nullable Throwable unexpected(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean ours = cause instanceof McpException || cause instanceof JsonException;
      boolean checked = cause instanceof Exception && !(cause instanceof RuntimeException);
      if (!ours && !checked && !isOfTheLibrary(cause)) {
        return cause;
      }
    }
    return null;
  }

  /** Thrown by the HTTP library if its connection is closed or it cannot parse a response. */
  private static boolean isOfTheLibrary(Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("org.apache.hc.");
  }
}
