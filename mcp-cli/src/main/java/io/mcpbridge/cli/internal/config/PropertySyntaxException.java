package io.mcpbridge.cli.internal.config;

import java.nio.file.Path;

/** A file of properties that cannot be parsed. */
final class PropertySyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final int line;

  /**
   * @param message what is wrong, without a value of the file
   * @param line the 1-based line; 0 if unknown
   */
  PropertySyntaxException(String message, Path file, int line) {
    super(message);
    this.file = file;
    this.line = line;
  }

  Path file() {
    return file;
  }

  int line() {
    return line;
  }
}
