package io.mcpbridge.model;

import io.mcpbridge.internal.text.InvisibleCharacters;
import io.mcpbridge.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's log message ({@code notifications/message}). All its content comes from the server and
 * is untrusted; {@link #toString()} is safe for a log file.
 *
 * @param level the severity
 * @param logger the name of the server's logger, if specified
 * @param data any JSON value, as plain immutable Java values
 * @param meta the notification's {@code _meta}
 */
public record LogMessage(
    LoggingLevel level,
    @Nullable String logger,
    @Nullable Object data,
    Map<String, @Nullable Object> meta) {

  private static final int MAX_SHOWN_LENGTH = 2_000;

  /**
   * A single line of at most 2,000 characters, such as {@code [warning] database: no space left};
   * line breaks and other control characters are escaped.
   */
  @Override
  public String toString() {
    String text = data instanceof String words ? words : Json.write(data);
    StringBuilder line = new StringBuilder("[").append(level.word()).append("] ");
    append(line, logger == null || logger.isEmpty() ? text : logger + ": " + text);
    return line.toString();
  }

  private static void append(StringBuilder line, String text) {
    int codePoint;
    for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
      if (line.length() > MAX_SHOWN_LENGTH - 15) {
        line.append("...");
        return;
      }
      codePoint = text.codePointAt(i);
      if (Character.isISOControl(codePoint) || InvisibleCharacters.isInvisible(codePoint)) {
        line.append(InvisibleCharacters.escaped(codePoint));
      } else {
        line.appendCodePoint(codePoint);
      }
    }
  }
}
