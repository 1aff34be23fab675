package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.stdio.platform.CommandException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the standard error of a server process goes. Only with {@link #log} the client reads it, so
 * that its last lines are in exceptions and in {@link io.mcpbridge.client.McpClient#standardError}.
 * Immutable.
 */
public final class StandardError {

  private static final StandardError LOG = new StandardError(Redirect.PIPE, null, "");
  private static final StandardError INHERIT =
      new StandardError(
          Redirect.INHERIT,
          null,
          " Its standard error went to the standard error of this application.");
  private static final StandardError DROP =
      new StandardError(Redirect.DISCARD, null, " Its standard error was dropped.");

  private final Redirect redirect;
  private final @Nullable Path file;
  private final String whereabouts;

  private StandardError(Redirect redirect, @Nullable Path file, String whereabouts) {
    this.redirect = redirect;
    this.file = file;
    this.whereabouts = whereabouts;
  }

  /**
   * Logs each line at debug level, and keeps the last 8 KiB for diagnostics; both without secrets.
   * The default.
   */
  public static StandardError log() {
    return LOG;
  }

  /**
   * Appends to a regular file, unchanged and possibly with secrets. If it does not exist, it is
   * created for the owner only; its folder must exist. At 10 MB it becomes a file with the name
   * ending in {@code .1}, which replaces the previous one.
   */
  public static StandardError file(Path file) {
    return new StandardError(
        Redirect.PIPE,
        file.toAbsolutePath(),
        " Its standard error is in " + file.toAbsolutePath() + ".");
  }

  /** Writes to the standard error of this application: unchanged, possibly with secrets. */
  public static StandardError inherit() {
    return INHERIT;
  }

  /** Drops it. */
  public static StandardError drop() {
    return DROP;
  }

  Redirect redirect() {
    return redirect;
  }

  /** For the message about a process that has ended; empty if the client has read the lines. */
  String whereabouts() {
    return whereabouts;
  }

  /**
   * Creates the file, if there is to be one.
   *
   * @throws CommandException if it cannot be written
   */
  void prepare() throws CommandException {
    if (file == null) {
      return;
    }
    try {
      StderrFile.open(file).close();
    } catch (IOException e) {
      String reason =
          e instanceof FileSystemException refused && refused.getReason() != null
              ? refused.getReason()
              : e.getClass().getSimpleName();
      throw new CommandException(
          "the file %s for standard error cannot be written: %s. Check `standardError`"
              .formatted(file, reason));
    }
  }

  /** The file to append to; {@code null} if there is none. */
  @Nullable Path file() {
    return file;
  }

  @Override
  public String toString() {
    return file == null ? redirect.toString() : file.toString();
  }
}
