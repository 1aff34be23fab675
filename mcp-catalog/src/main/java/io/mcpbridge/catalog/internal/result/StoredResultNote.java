package io.mcpbridge.catalog.internal.result;

import io.mcpbridge.catalog.internal.truncation.JsonExcerpt;
import io.mcpbridge.catalog.internal.truncation.JsonShape;
import io.mcpbridge.catalog.internal.truncation.ResultTruncation;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.json.JsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last line of a shortened result: how much there is, of what shape, and how to read it.
 *
 * @param text the line
 */
record StoredResultNote(String text) {

  /** The shape takes no more, so that the result itself has room. */
  private static final int MAX_SHAPE_LENGTH = 800;

  /**
   * @param parts the whole result
   * @param reader the tool that reads on
   * @param maxCharacters the maximum number of characters for the model
   */
  static StoredResultNote of(List<String> parts, String reader, String handle, int maxCharacters) {
    long bytes = parts.size() - 1L;
    for (String part : parts) {
      bytes += utf8Length(part);
    }
    String shape = shape(parts, Math.min(MAX_SHAPE_LENGTH, maxCharacters / 5));
    return new StoredResultNote(
        "[shortened; read on with "
            + reader
            + ", handle "
            + handle
            + ": "
            + bytes
            + " bytes"
            + (shape.isEmpty() ? "" : ", " + shape)
            + "]");
  }

  private static String shape(List<String> parts, int maxCharacters) {
    String json = json(parts);
    if (json != null) {
      try {
        Object value = JsonExcerpt.of(json, maxCharacters);
        String shape = JsonShape.of(value, maxCharacters);
        return JsonShape.items(value) + " items" + (shape.isEmpty() ? "" : ", shape " + shape);
      } catch (JsonException e) {
        // it is prose that begins with a bracket
      }
    }
    int lines = parts.stream().mapToInt(ResultReader::lineCount).sum();
    return lines + (lines == 1 ? " line" : " lines");
  }

  /** The longest text that begins as JSON. */
  static @Nullable String json(List<String> parts) {
    String longest = null;
    for (String part : parts) {
      if (TokenEstimate.isLikeJson(part) && (longest == null || part.length() > longest.length())) {
        longest = part;
      }
    }
    return longest;
  }

  /** Without encoding it, since it may have megabytes. */
  static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // each half of a pair counts two of its four bytes
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  /**
   * The result with this line at its end.
   *
   * @param mark precedes the result
   * @param parts the result, which is shortened
   */
  String after(String mark, List<String> parts, int maxCharacters) {
    int room = maxCharacters - mark.length() - text.length() - 1;
    if (room < ResultTruncation.MIN_CHARACTERS) {
      return mark + text;
    }
    return mark + ResultTruncation.join(parts, room, true) + "\n" + text;
  }
}
