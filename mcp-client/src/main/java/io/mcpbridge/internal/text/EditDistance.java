package io.mcpbridge.internal.text;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Edit distance between names: the number of insertions, deletions, substitutions and
 * transpositions of adjacent characters (optimal string alignment).
 */
public final class EditDistance {

  private EditDistance() {}

  /**
   * The name that was probably meant: the nearest one, if at most one of three of its characters
   * differs. Of equally near names the first one wins.
   */
  public static @Nullable String nearest(String written, Collection<String> names) {
    String nearest = null;
    int bound = Integer.MAX_VALUE - 1;
    for (String name : names) {
      int distance = bounded(Math.min(bound, Math.max(1, name.length() / 3)), written, name);
      if (distance <= Math.min(bound, Math.max(1, name.length() / 3))) {
        nearest = name;
        bound = distance - 1;
      }
    }
    return nearest;
  }

  /** The distance between two names. */
  public static int of(String a, String b) {
    return distance(a, b, false, Integer.MAX_VALUE - 1);
  }

  /** The distance between two names; more than the bound if it exceeds that, found out early. */
  public static int bounded(int bound, String a, String b) {
    return Math.abs(a.length() - b.length()) > bound ? bound + 1 : distance(a, b, false, bound);
  }

  /** The distance between a glob, with {@code *} and {@code ?}, and a name; 0 if they match. */
  public static int ofGlob(String glob, String name) {
    return distance(glob, name, true, Integer.MAX_VALUE - 1);
  }

  private static int distance(String a, String b, boolean glob, int bound) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < last.length; j++) {
      last[j] = j;
    }
    int leastOfLast = 0;
    for (int i = 1; i <= a.length(); i++) {
      char character = a.charAt(i - 1);
      boolean isStar = glob && character == '*';
      row[0] = isStar ? last[0] : last[0] + 1;
      int least = row[0];
      for (int j = 1; j < row.length; j++) {
        row[j] =
            isStar
                ? Math.min(last[j], row[j - 1])
                : cell(a, i, b, j, glob && character == '?', beforeLast, last, row);
        least = Math.min(least, row[j]);
      }
      if (Math.min(least, leastOfLast) > bound) {
        return bound + 1;
      }
      leastOfLast = least;
      int[] spent = beforeLast;
      beforeLast = last;
      last = row;
      row = spent;
    }
    return last[b.length()];
  }

  private static int cell(
      String a, int i, String b, int j, boolean any, int[] beforeLast, int[] last, int[] row) {
    boolean equal = any || a.charAt(i - 1) == b.charAt(j - 1);
    int least = Math.min(last[j - 1] + (equal ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
    boolean transposed =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return transposed ? Math.min(least, beforeLast[j - 2] + 1) : least;
  }
}
