package io.mcpbridge.shortening;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes what a tool answered fit. Parts that are short stay whole; the long ones share the rest.
 * JSON stays JSON, of other text the beginning and the end stay, and wherever something is missing
 * it says how much.
 */
public final class Shortening {

  /** With less than this there is no room for more than words about what is missing. */
  public static final int LEAST = 200;

  private Shortening() {}

  /**
   * JSON without its layout, which costs a model about a quarter more characters, and otherwise as
   * it was written; any other text as it is.
   */
  public static String withoutLayout(String text) {
    return JsonCompaction.of(text);
  }

  /** How many characters the parts have together, one below the other. */
  public static long length(List<String> parts) {
    return parts.stream().mapToLong(String::length).sum() + Math.max(0, parts.size() - 1);
  }

  /**
   * The parts, one below the other.
   *
   * @param most how many characters that may be, at least {@link #LEAST}
   */
  public static String join(List<String> parts, int most) {
    if (length(parts) <= most || parts.size() == 1 || most / parts.size() < LEAST) {
      String whole = parts.size() == 1 ? parts.get(0) : String.join("\n", parts);
      return whole.length() <= most ? whole : shorten(whole, most);
    }
    int share = share(parts, most - (parts.size() - 1));
    List<String> shortened = new ArrayList<>(parts.size());
    for (String part : parts) {
      shortened.add(part.length() <= share ? part : shorten(part, share));
    }
    return String.join("\n", shortened);
  }

  /** How long a part may be: what short ones leave is shared among the long ones. */
  private static int share(List<String> parts, int most) {
    int[] lengths = parts.stream().mapToInt(String::length).sorted().toArray();
    int left = most;
    int share = most;
    for (int i = 0; i < lengths.length; i++) {
      share = left / (lengths.length - i);
      if (lengths[i] > share) {
        break;
      }
      left -= lengths[i];
    }
    return share;
  }

  private static String shorten(String text, int most) {
    String start = text.substring(0, Math.min(text.length(), LEAST)).stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      try {
        return new ShortJson(Json.read(text), most).text();
      } catch (JsonException proseInsteadOfJson) {
        return ShortText.of(text, most);
      }
    }
    return ShortText.of(text, most);
  }
}
