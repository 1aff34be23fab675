package io.mcpbridge.verification.fuzz;

import io.mcpbridge.error.McpException;
import io.mcpbridge.json.JsonException;
import org.jspecify.annotations.Nullable;

/** What may come of a call: a result, or an exception that the documentation names. */
final class Outcome {

  private Outcome() {}

  /** An exception in a word. */
  static String of(McpException failure) {
    return failure.getClass().getSimpleName();
  }

  /**
   * A failure of our own that is dressed as a documented one is none.
   *
   * @throws AssertionError if it is caused by something that nobody expects
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

  /** Of the HTTP library, when a connection is closed under it or an answer is beyond it. */
  private static boolean isOfTheLibrary(Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("org.apache.hc.");
  }
}
