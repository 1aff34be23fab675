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
   * @param whole the whole result
   * @param reader the tool that reads on
   * @param most the maximum number of characters for the model
   */
  static StoredResultNote of(List<String> whole, String reader, String handle, int most) {
    long bytes = whole.size() - 1L;
    for (String part : whole) {
      bytes += utf8Length(part);
    }
    String shape = shape(whole, Math.min(MAX_SHAPE_LENGTH, most / 5));
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

  private static String shape(List<String> whole, int most) {
    String json = json(whole);
    if (json != null) {
      try {
        Object value = JsonExcerpt.of(json, most);
        String shape = JsonShape.of(value, most);
        return JsonShape.items(value) + " items" + (shape.isEmpty() ? "" : ", shape " + shape);
      } catch (JsonException e) {
        // it is prose that begins with a bracket
      }
    }
    int lines = whole.stream().mapToInt(ResultReader::lineCount).sum();
    return lines + (lines == 1 ? " line" : " lines");
  }

  /** The longest text that begins as JSON. */
  static @Nullable String json(List<String> whole) {
    String longest = null;
    for (String part : whole) {
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
  String after(String mark, List<String> parts, int most) {
    int room = most - mark.length() - text.length() - 1;
    if (room < ResultTruncation.MIN_CHARACTERS) {
      return mark + text;
    }
    return mark + ResultTruncation.join(parts, room, true) + "\n" + text;
  }
}
