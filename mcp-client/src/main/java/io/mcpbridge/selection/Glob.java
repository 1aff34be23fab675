package io.mcpbridge.selection;

/**
 * A pattern for a name: {@code *} stands for any characters or none, {@code ?} for exactly one, and
 * everything else for itself. Upper and lower case differ, as they do in the names of tools. There
 * is nothing to escape them with: names with a star in them are matched by {@code ?}.
 *
 * @param pattern such as {@code read_*}
 */
public record Glob(String pattern) {

  /**
   * @throws IllegalArgumentException if the pattern is empty
   */
  public Glob {
    if (pattern.isEmpty()) {
      throw new IllegalArgumentException("a pattern for names must not be empty");
    }
  }

  /** Whether it can only match one name. */
  public boolean isLiteral() {
    return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0;
  }

  /** Whether the whole name matches. */
  public boolean matches(String name) {
    return Stars.match(pattern, name, (wanted, found) -> wanted == '?' || wanted == found);
  }

  /**
   * How many characters of the pattern or the name would have to be others for them to match: 0 if
   * they do.
   */
  int distance(String name) {
    int[] above = new int[name.length() + 1];
    for (int j = 0; j <= name.length(); j++) {
      above[j] = j;
    }
    for (int i = 0; i < pattern.length(); i++) {
      above = nextRow(pattern.charAt(i), name, above);
    }
    return above[name.length()];
  }

  /** One row of the table of edit distances, in which a star costs nothing. */
  private static int[] nextRow(char wanted, String name, int[] above) {
    int[] row = new int[above.length];
    row[0] = wanted == '*' ? above[0] : above[0] + 1;
    for (int j = 1; j < row.length; j++) {
      if (wanted == '*') {
        row[j] = Math.min(above[j], row[j - 1]);
      } else {
        boolean same = wanted == '?' || wanted == name.charAt(j - 1);
        row[j] = Math.min(above[j - 1] + (same ? 0 : 1), 1 + Math.min(above[j], row[j - 1]));
      }
    }
    return row;
  }

  @Override
  public String toString() {
    return pattern;
  }
}
