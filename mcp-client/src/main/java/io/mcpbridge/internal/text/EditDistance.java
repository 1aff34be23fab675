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
      int distance = within(Math.min(bound, Math.max(1, name.length() / 3)), written, name);
      if (distance <= Math.min(bound, Math.max(1, name.length() / 3))) {
        nearest = name;
        bound = distance - 1;
      }
    }
    return nearest;
  }

  /** The distance between two names. */
  public static int of(String one, String other) {
    return distance(one, other, false, Integer.MAX_VALUE - 1);
  }

  /** The distance between two names; more than the bound if it exceeds that, found out early. */
  public static int within(int bound, String one, String other) {
    return Math.abs(one.length() - other.length()) > bound
        ? bound + 1
        : distance(one, other, false, bound);
  }

  /** The distance between a glob, with {@code *} and {@code ?}, and a name; 0 if they match. */
  public static int ofGlob(String glob, String name) {
    return distance(glob, name, true, Integer.MAX_VALUE - 1);
  }

  private static int distance(String one, String other, boolean glob, int bound) {
    int[] beforeLast = new int[other.length() + 1];
    int[] last = new int[other.length() + 1];
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < last.length; j++) {
      last[j] = j;
    }
    int leastOfLast = 0;
    for (int i = 1; i <= one.length(); i++) {
      char wanted = one.charAt(i - 1);
      boolean isStar = glob && wanted == '*';
      row[0] = isStar ? last[0] : last[0] + 1;
      int least = row[0];
      for (int j = 1; j < row.length; j++) {
        row[j] =
            isStar
                ? Math.min(last[j], row[j - 1])
                : cell(one, i, other, j, glob && wanted == '?', beforeLast, last, row);
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
    return last[other.length()];
  }

  private static int cell(
      String one,
      int i,
      String other,
      int j,
      boolean any,
      int[] beforeLast,
      int[] last,
      int[] row) {
    boolean same = any || one.charAt(i - 1) == other.charAt(j - 1);
    int least = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
    boolean transposed =
        i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1);
    return transposed ? Math.min(least, beforeLast[j - 2] + 1) : least;
  }
}
