package io.mcpbridge.catalog.internal.truncation;

import io.mcpbridge.json.JsonScanner;

/** Removes insignificant whitespace from JSON text (RFC 8259, section 2). */
final class JsonCompaction {

  private JsonCompaction() {}

  /**
   * Compacts the text; numbers, escapes and order stay as written. Returns the text itself if it is
   * not exactly one object or array, or is already compact.
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
    // checked first, since removing whitespace can turn invalid text into valid JSON: [1 2]
    return compact.length() < text.length() && JsonScanner.isJson(text) ? compact : text;
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

  private static boolean isWhiteSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}
