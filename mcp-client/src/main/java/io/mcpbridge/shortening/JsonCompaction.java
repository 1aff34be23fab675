package io.mcpbridge.shortening;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;

/** JSON text without the white space between its tokens (RFC 8259, section 2). */
final class JsonCompaction {

  private JsonCompaction() {}

  /**
   * The same values as they were written: each number, escape and order stays. The text itself, if
   * it is not exactly one object or array, or has no layout.
   */
  static String of(String text) {
    int start = 0;
    while (start < text.length() && isWhiteSpace(text.charAt(start))) {
      start++;
    }
    if (start == text.length() || text.charAt(start) != '{' && text.charAt(start) != '[') {
      return text;
    }
    String compact = compacted(text, start);
    return compact.length() < text.length() && isJson(text) ? compact : text;
  }

  private static String compacted(String text, int start) {
    StringBuilder compact = new StringBuilder(text.length());
    boolean inString = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inString || !isWhiteSpace(c)) {
        compact.append(c);
      }
      if (c == '"') {
        inString = !inString;
      } else if (inString && c == '\\' && i + 1 < text.length()) {
        compact.append(text.charAt(++i));
      }
    }
    return compact.toString();
  }

  /** What is not JSON may become so without white space: [1 2]. */
  private static boolean isJson(String text) {
    try {
      Json.read(text);
      return true;
    } catch (JsonException e) {
      return false;
    }
  }

  private static boolean isWhiteSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}
