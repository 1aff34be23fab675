package io.mcpbridge.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A problem in a configuration file.
 *
 * @param severity the effect on the server or the file
 * @param source the role of the file
 * @param file the file
 * @param line the 1-based line; 0 if the problem concerns the whole file
 * @param server the affected server; {@code null} if the problem concerns the file
 * @param message what is wrong and how to fix it, without values from the file
 * @param setting the affected member of the server's entry, such as {@code env.API_KEY}; {@code
 *     null} if the problem concerns the whole entry or the file
 */
public record ConfigProblem(
    Severity severity,
    ConfigSource source,
    Path file,
    int line,
    @Nullable String server,
    String message,
    @Nullable String setting) {

  /** The effect of a problem. */
  public enum Severity {
    /** The server, or the whole file, is not used. */
    ERROR,

    /** Used, but perhaps not as intended. */
    WARNING,

    /** Information only. */
    INFO
  }

  boolean isError() {
    return severity == Severity.ERROR;
  }

  String place() {
    return file + (line > 0 ? ":" + line : "");
  }

  /** File, line, server and message, for logs. */
  @Override
  public String toString() {
    return place() + (server == null ? "" : ": server \"" + server + "\"") + ": " + message;
  }
}
