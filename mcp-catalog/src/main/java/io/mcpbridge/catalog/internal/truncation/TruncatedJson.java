package io.mcpbridge.catalog.internal.truncation;

import io.mcpbridge.json.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shortens JSON to valid JSON. Cuts strings before it drops elements, as long as there are few
 * elements; cuts nesting last. Among the attempts, the first that keeps enough wins.
 */
final class TruncatedJson {

  /** Up to this number, more elements of an array are better than longer strings in them. */
  private static final int PREFERRED_ELEMENTS = 20;

  /**
   * Objects with at most this number of members are records; larger ones are treated like arrays.
   */
  private static final int MAX_RECORD_MEMBERS = 50;

  private static final int MIN_STRING_LENGTH = 60;
  private static final int ANY_DEPTH = Integer.MAX_VALUE;
  private static final int[] DEPTHS = {ANY_DEPTH, 8, 4, 2, 1};

  private final @Nullable Object value;
  private final int maxCharacters;
  private final int largest;
  private final boolean readOn;

  /**
   * @param readOn whether the model can read what is left out
   */
  TruncatedJson(@Nullable Object value, int maxCharacters, boolean readOn) {
    this.value = value;
    this.maxCharacters = maxCharacters;
    this.readOn = readOn;
    this.largest = largest(value);
  }

  String text() {
    String untruncated = pruned(new JsonTruncation(ANY_DEPTH, largest, largest, ANY_DEPTH, readOn));
    if (untruncated != null) {
      return untruncated; // it was only the layout that took the room
    }
    @Nullable Found best = null;
    for (int longest = maxCharacters / 4 * 3; longest >= MIN_STRING_LENGTH; longest /= 4) {
      Found fitting = mostElements(longest, MAX_RECORD_MEMBERS, ANY_DEPTH);
      if (fitting != null && (best == null || fitting.elements > best.elements)) {
        best = fitting;
      }
      if (best != null && best.elements >= Math.min(largest, PREFERRED_ELEMENTS)) {
        return best.text;
      }
    }
    return best != null ? best.text : bareBones();
  }

  private record Found(String text, int elements) {}

  private String bareBones() {
    for (int depth : DEPTHS) {
      Found fitting = mostElements(MIN_STRING_LENGTH, 0, depth);
      if (fitting != null && fitting.elements > 0) {
        return fitting.text;
      }
    }
    String minimal = pruned(new JsonTruncation(MIN_STRING_LENGTH, 0, 0, 1, readOn));
    return minimal == null ? "null" : minimal;
  }

  /** The result with the most elements per array that fits; {@code null} if none fits. */
  private @Nullable Found mostElements(int longest, int members, int depth) {
    @Nullable Found fitting = null;
    int low = 0;
    int high = largest;
    while (low <= high) {
      int elements = (low + high) >>> 1;
      String text =
          pruned(new JsonTruncation(longest, elements, Math.max(elements, members), depth, readOn));
      if (text != null) {
        fitting = new Found(text, elements);
        low = elements + 1;
      } else {
        high = elements - 1;
      }
    }
    return fitting;
  }

  /** The pruned text; {@code null} if it does not fit. */
  private @Nullable String pruned(JsonTruncation pruning) {
    try {
      String text = Json.write(pruning.of(value, maxCharacters));
      return text.length() <= maxCharacters ? text : null;
    } catch (JsonTruncation.BudgetExceededException stillTooMuch) {
      return null;
    }
  }

  private static int largest(@Nullable Object value) {
    Collection<?> elements =
        value instanceof Map<?, ?> map
            ? map.values()
            : value instanceof Collection<?> list ? list : List.of();
    int largest = elements.size();
    for (Object element : elements) {
      largest = Math.max(largest, largest(element));
    }
    return largest;
  }
}
