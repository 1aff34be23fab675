package io.mcpbridge.transport.stdio;

import io.mcpbridge.transport.stdio.platform.CommandException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Where the standard error of a server process goes. Only with {@link #log} the client reads it, so
 * that its last lines are in exceptions and in {@link io.mcpbridge.client.McpClient#standardError}.
 * Immutable.
 */
public final class StandardError {

  private static final StandardError LOG = new StandardError(Redirect.PIPE, "");
  private static final StandardError INHERIT =
      new StandardError(
          Redirect.INHERIT, " Its standard error went to the standard error of this application.");
  private static final StandardError DROP =
      new StandardError(Redirect.DISCARD, " Its standard error was dropped.");

  private final Redirect redirect;
  private final String whereabouts;

  private StandardError(Redirect redirect, String whereabouts) {
    this.redirect = redirect;
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
   * Appends to a file, which is created if it does not exist; its folder must exist. The server
   * writes the file itself: unchanged, possibly with secrets, and without a size limit.
   */
  public static StandardError file(Path file) {
    return new StandardError(
        Redirect.appendTo(file.toAbsolutePath().toFile()),
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
    Path file = file();
    if (file == null) {
      return;
    }
    try (OutputStream tried =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      tried.flush();
    } catch (IOException e) {
      throw new CommandException(
          "the file %s for standard error cannot be written: %s. Check `standardError`"
              .formatted(file, e.getClass().getSimpleName()));
    }
  }

  private @Nullable Path file() {
    return redirect.type() == Redirect.Type.APPEND ? redirect.file().toPath() : null;
  }

  @Override
  public String toString() {
    return redirect.toString();
  }
}
