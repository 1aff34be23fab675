package io.mcpbridge.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Something in a file that a person should look at.
 *
 * @param severity what it means for the server or the file
 * @param source which file, by its place
 * @param file which file
 * @param line where in it, from 1 on; 0 if it concerns the file as a whole
 * @param server the server concerned; {@code null} if it concerns the file
 * @param message what is wrong and what to change, without any value from the file
 */
public record ConfigProblem(
    Severity severity,
    ConfigSource source,
    Path file,
    int line,
    @Nullable String server,
    String message) {

  /** What a problem means. */
  public enum Severity {
    /** The server, or the whole file, is not used. */
    ERROR,

    /** It is used, though maybe not in the way that was meant. */
    WARNING,

    /** Good to know. */
    INFO
  }

  boolean isError() {
    return severity == Severity.ERROR;
  }

  /** File and line. */
  String place() {
    return file + (line > 0 ? ":" + line : "");
  }

  /** File, line, server and message, as for a log. */
  @Override
  public String toString() {
    return place() + (server == null ? "" : ": server \"" + server + "\"") + ": " + message;
  }
}
