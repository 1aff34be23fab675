package io.mcpbridge.internal.text;

/** Edit distance between names. */
public final class EditDistance {

  private EditDistance() {}

  /**
   * The number of insertions, deletions, substitutions and transpositions of adjacent characters
   * (optimal string alignment).
   */
  public static int of(String one, String other) {
    int[][] rows = new int[one.length() + 1][other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      rows[0][j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      rows[i][0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(rows[i - 1][j - 1] + change, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least = Math.min(least, rows[i - 2][j - 2] + 1);
        }
        rows[i][j] = least;
      }
    }
    return rows[one.length()][other.length()];
  }
}
