package io.mcpbridge.selection;

/**
 * A glob for names: {@code *} matches any number of characters, {@code ?} exactly one.
 * Case-sensitive, like tool names. There is no escape character; use {@code ?} to match a literal
 * star.
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

  /** Whether the pattern has no wildcards. */
  public boolean isLiteral() {
    return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0;
  }

  /** Whether the whole name matches. */
  public boolean matches(String name) {
    return Wildcards.match(pattern, name, (wanted, found) -> wanted == '?' || wanted == found);
  }

  /** The edit distance between pattern and name; 0 if they match. */
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

  /** One row of the edit distance matrix, in which a star costs nothing. */
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
