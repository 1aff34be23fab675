package io.mcpbridge.selection;

import io.mcpbridge.internal.text.Wildcards;

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
      throw new IllegalArgumentException("a name pattern must not be empty");
    }
  }

  /** Whether the pattern has no wildcards. */
  public boolean isLiteral() {
    return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0;
  }

  /** Whether the whole name matches. */
  public boolean matches(String name) {
    return Wildcards.match(
        pattern, name, (expected, actual) -> expected == '?' || expected == actual);
  }

  /** Whether each name that the other pattern matches is sure to match this one. */
  public boolean covers(Glob other) {
    return Wildcards.match(
        pattern,
        other.pattern,
        (expected, actual) -> expected == '?' ? actual != '*' : expected == actual);
  }

  @Override
  public String toString() {
    return pattern;
  }
}
