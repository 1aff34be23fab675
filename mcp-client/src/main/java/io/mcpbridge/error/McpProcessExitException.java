package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The process of a server ended. Whether a pending request ran is unknown. */
public class McpProcessExitException extends McpConnectionLostException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Integer exitCode;
  private final boolean answered;
  private final String standardError;

  /**
   * @param message how the process ended, with its last output
   * @param exitCode see {@link #exitCode}
   * @param answered see {@link #hasAnswered}
   * @param standardError see {@link #standardError}
   */
  public McpProcessExitException(
      String message, @Nullable Integer exitCode, boolean answered, String standardError) {
    super(message);
    this.exitCode = exitCode;
    this.answered = answered;
    this.standardError = standardError;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpProcessExitException(McpProcessExitException original, Copy copy) {
    super(original, copy);
    this.exitCode = original.exitCode;
    this.answered = original.answered;
    this.standardError = original.standardError;
  }

  /** Its exit code; {@code null} if it closed its output and was stopped. */
  public @Nullable Integer exitCode() {
    return exitCode;
  }

  /** Whether it ever sent a message; if not, most likely its command line is wrong. */
  public boolean hasAnswered() {
    return answered;
  }

  /**
   * Its last lines on standard error: untrusted, without the values of its configured environment
   * of at least 6 characters and the secrets among its arguments; empty if there are none.
   */
  public String standardError() {
    return standardError;
  }

  @Override
  protected McpProcessExitException copy(Copy copy) {
    return new McpProcessExitException(this, copy);
  }
}
