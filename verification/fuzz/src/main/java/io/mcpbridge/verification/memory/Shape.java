package io.mcpbridge.verification.memory;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What an answer consists of. */
enum Shape {
  OBJECTS("[", "{\"a\":1}", "]"),
  ARRAYS("[", "[1]", "]"),
  ROWS(
      "[",
      "{\"id\":#,\"name\":\"customer #\",\"city\":\"Reykjavik\",\"active\":true,\"balance\":1234.50,"
          + "\"note\":\"paid twice\"}",
      "]"),
  STRING("[\"", "all of it is one string ", "\"]");

  private final String start;
  private final String element;
  private final String end;

  Shape(String start, String element, String end) {
    this.start = start;
    this.element = element;
    this.end = end;
  }

  static Shape of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Writes it as JSON of so many bytes, which is never in memory as a whole. */
  void write(OutputStream out, long bytes, boolean isInString) throws IOException {
    out.write(encoded(start, isInString));
    long written = 0;
    for (int i = 100_000; written < bytes; i++) {
      String text =
          (written == 0 || this == STRING ? "" : ",") + element.replace("#", Integer.toString(i));
      out.write(encoded(text, isInString));
      written += text.length();
    }
    out.write(encoded(end, isInString));
  }

  private static byte[] encoded(String json, boolean isInString) {
    return (isInString ? json.replace("\"", "\\\"") : json).getBytes(StandardCharsets.UTF_8);
  }
}
