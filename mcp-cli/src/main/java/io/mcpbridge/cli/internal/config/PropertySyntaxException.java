package io.mcpbridge.cli.internal.config;

/** A file of properties that cannot be parsed. */
final class PropertySyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param message what is wrong, without a value of the file
   * @param line the 1-based line; 0 if unknown
   */
  PropertySyntaxException(String message, int line) {
    super(message);
    this.line = line;
  }

  int line() {
    return line;
  }
}
