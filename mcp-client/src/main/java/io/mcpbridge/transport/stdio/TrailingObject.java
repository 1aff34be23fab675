package io.mcpbridge.transport.stdio;

/**
 * Finds the JSON object at the end of a line, after half a message or text without a line end. One
 * backward pass: quotes within strings are escaped, so strings can be recognized in that direction,
 * too.
 */
final class TrailingObject {

  private TrailingObject() {}

  /** The index of its opening brace; the end of the line if there is none. */
  static int start(byte[] line, int offset, int length) {
    int end = offset + length;
    if (length == 0 || line[end - 1] != '}') {
      return end;
    }
    int depth = 0;
    boolean inString = false;
    for (int i = end - 1; i >= offset; i--) {
      byte b = line[i];
      if (b == '"' && !isEscaped(line, offset, i)) {
        inString = !inString;
      } else if (!inString && (b == '}' || b == ']')) {
        depth++;
      } else if (!inString && (b == '{' || b == '[') && --depth == 0) {
        return i;
      }
    }
    return end;
  }

  private static boolean isEscaped(byte[] line, int offset, int quote) {
    int i = quote;
    while (i > offset && line[i - 1] == '\\') {
      i--;
    }
    return (quote - i) % 2 == 1;
  }

  /** Whether it may be a nested value of the surrounding message, if that was cut off. */
  static boolean mayBeNested(byte[] line, int offset, int start) {
    int i = start - 1;
    while (i >= offset && line[i] >= 0 && line[i] <= ' ') {
      i--;
    }
    return i >= offset && (line[i] == ':' || line[i] == ',' || line[i] == '[');
  }
}
