package io.mcpbridge.catalog.internal.truncation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits for pruning JSON.
 *
 * @param longest maximum number of characters of a string
 * @param elements maximum number of elements of an array
 * @param members maximum number of members of an object
 * @param depth maximum nesting depth
 * @param readOn whether the model can read what is left out, so it need not ask for less
 */
record JsonTruncation(int longest, int elements, int members, int depth, boolean readOn) {

  /** The member name, or the prefix of the element, that says what is missing. */
  private static final String MISSING = "...";

  /**
   * Returns a pruned copy.
   *
   * @param maxCharacters maximum number of characters when serialized; stops early if the copy is
   *     certainly longer
   * @throws BudgetExceededException if the copy is longer
   */
  @Nullable Object of(@Nullable Object value, int maxCharacters) {
    return new Copying(maxCharacters).copy(value, depth);
  }

  /** The copy exceeds the limit. */
  static final class BudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetExceededException() {
      super("", null, false, false);
    }
  }

  private final class Copying {

    private int room;

    Copying(int maxCharacters) {
      this.room = maxCharacters;
    }

    @Nullable Object copy(@Nullable Object value, int deeper) {
      if (value instanceof Map<?, ?> object) {
        return deeper == 0
            ? text("[object with " + count(object.size(), "member") + " left out]")
            : object(object, deeper);
      }
      if (value instanceof Collection<?> array) {
        return deeper == 0
            ? text("[array with " + count(array.size(), "element") + " left out]")
            : array(array, deeper);
      }
      if (value instanceof String text) {
        return text(text.length() > longest ? TruncatedText.inline(text, longest) : text);
      }
      spend(value == null ? 4 : value.toString().length());
      return value;
    }

    private static String count(int number, String unit) {
      return number + " " + unit + (number == 1 ? "" : "s");
    }

    private Map<String, @Nullable Object> object(Map<?, ?> object, int deeper) {
      spend(2);
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : object.entrySet()) {
        if (copy.size() == members) {
          break;
        }
        String name = String.valueOf(member.getKey());
        spend(name.length() + 3);
        copy.put(name, copy(member.getValue(), deeper - 1));
      }
      int missing = object.size() - copy.size();
      if (missing > 0) {
        copy.put(MISSING, text(missing + " of " + object.size() + " members left out"));
      }
      return copy;
    }

    private List<@Nullable Object> array(Collection<?> array, int deeper) {
      spend(2);
      List<@Nullable Object> copy = new ArrayList<>();
      for (Object element : array) {
        if (copy.size() == elements) {
          break;
        }
        copy.add(copy(element, deeper - 1));
      }
      int missing = array.size() - copy.size();
      if (missing > 0) {
        String words = " elements left out" + (readOn ? "" : "; ask for fewer");
        copy.add(text(MISSING + " " + missing + " of " + array.size() + words));
      }
      return copy;
    }

    private String text(String text) {
      spend(text.length() + 2);
      return text;
    }

    private void spend(int characters) {
      room -= characters;
      if (room < 0) {
        throw new BudgetExceededException();
      }
    }
  }
}
