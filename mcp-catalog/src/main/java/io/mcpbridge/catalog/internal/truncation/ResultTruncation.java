package io.mcpbridge.catalog.internal.truncation;

import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonScanner;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens tool results. Short parts stay whole; long ones share the remaining space. JSON stays
 * valid JSON; other text keeps its beginning and end. Each omission states its size.
 */
public final class ResultTruncation {

  /** Minimum limit; below it there is only room for the note about the omission. */
  public static final int MIN_CHARACTERS = 200;

  private ResultTruncation() {}

  /**
   * Removes JSON layout, which costs a model about a quarter more characters. Other text, and
   * everything else in the JSON, stays unchanged.
   */
  public static String withoutLayout(String text) {
    return compact(text);
  }

  /** The total number of characters of the parts when joined by line breaks. */
  public static long length(List<String> parts) {
    long length = Math.max(0, parts.size() - 1);
    for (String part : parts) {
      length += part.length();
    }
    return length;
  }

  /**
   * Joins the parts with line breaks.
   *
   * @param maxCharacters maximum number of characters, at least {@link #MIN_CHARACTERS}
   */
  public static String join(List<String> parts, int maxCharacters) {
    return join(parts, maxCharacters, false);
  }

  /**
   * As {@link #join(List, int)}.
   *
   * @param readOn whether the model can read what is left out, so the notes do not tell it to ask
   *     for less
   */
  public static String join(List<String> parts, int maxCharacters, boolean readOn) {
    if (length(parts) <= maxCharacters
        || parts.size() == 1
        || maxCharacters / parts.size() < MIN_CHARACTERS) {
      String text = parts.size() == 1 ? parts.get(0) : String.join("\n", parts);
      return text.length() <= maxCharacters ? text : shorten(text, maxCharacters, readOn);
    }
    int share = share(parts, maxCharacters - (parts.size() - 1));
    List<String> shortened = new ArrayList<>(parts.size());
    for (String part : parts) {
      shortened.add(part.length() <= share ? part : shorten(part, share, readOn));
    }
    return String.join("\n", shortened);
  }

  /** The limit per part: space that short parts do not need is shared among the long ones. */
  private static int share(List<String> parts, int maxCharacters) {
    int[] lengths = parts.stream().mapToInt(String::length).sorted().toArray();
    int remaining = maxCharacters;
    int share = maxCharacters;
    for (int i = 0; i < lengths.length; i++) {
      share = remaining / (lengths.length - i);
      if (lengths[i] > share) {
        break;
      }
      remaining -= lengths[i];
    }
    return share;
  }

  private static String shorten(String text, int maxCharacters, boolean readOn) {
    if (TokenEstimate.isLikeJson(text)) {
      try {
        return new TruncatedJson(JsonExcerpt.of(text, maxCharacters), maxCharacters, readOn).text();
      } catch (JsonException proseInsteadOfJson) {
        return TruncatedText.of(text, maxCharacters, readOn);
      }
    }
    return TruncatedText.of(text, maxCharacters, readOn);
  }

  /**
   * Compacts the text; numbers, escapes and order stay as written. Returns the text itself if it is
   * not exactly one object or array, or is already compact.
   */
  private static String compact(String text) {
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
