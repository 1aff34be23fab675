package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpProcessExitException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Describes how a server process ended, with its last output. */
final class ExitDiagnostics {

  /** How long to wait for the exit code after the end of the output. */
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(2);

  private final String address;
  private final ChildProcess child;
  private final StderrTail stderr;
  private final StandardError policy;

  ExitDiagnostics(String address, ChildProcess child, StderrTail stderr, StandardError policy) {
    this.address = address;
    this.child = child;
    this.stderr = stderr;
    this.policy = policy;
  }

  /**
   * The failure of calls whose process has ended. Blocks until it has and its standard error is
   * read, at most a few seconds.
   *
   * @param sentMessages whether the server ever sent a message
   */
  McpException exit(boolean sentMessages) {
    Integer code = null;
    try {
      code = child.exitCode(EXIT_TIMEOUT);
      stderr.awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String message =
        address
            + ": the server process "
            + exitDescription(code)
            + (sentMessages ? "" : " before it sent any message. Check `command`, `args` and `env`")
            + "."
            + lines();
    return new McpProcessExitException(message, code, sentMessages, stderr.text())
        .withSetting(sentMessages ? null : "args");
  }

  /** How the process ended; call it only after it has. */
  String exitDescription() {
    try {
      return exitDescription(child.exitCode(Duration.ZERO));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return exitDescription(null);
    }
  }

  private static String exitDescription(@Nullable Integer code) {
    if (code == null) {
      return "closed its standard output and was stopped";
    }
    // as shells and the JDK report it
    return "ended with exit code " + code + (code > 128 ? " (" + signal(code - 128) + ")" : "");
  }

  /** The numbers that all Unix systems share (POSIX, {@code kill}). */
  private static String signal(int number) {
    String meaning =
        switch (number) {
          case 6 -> ": aborted";
          case 9 -> ": killed, often because memory ran out";
          case 11 -> ": crashed with a memory access violation";
          case 15 -> ": terminated";
          default -> "";
        };
    return "signal " + number + meaning;
  }

  private String lines() {
    if (!policy.whereabouts().isEmpty()) {
      return policy.whereabouts();
    }
    String text = stderr.text();
    return text.isEmpty()
        ? " It printed nothing on standard error."
        : " Its last lines on standard error:\n" + text;
  }
}
