package io.mcpbridge.cli.internal.config;

import java.util.Set;

/** Evaluates {@code spring.config.activate.on-profile}, such as {@code dev & !cloud, test}. */
final class ProfileExpression {

  private final String expression;
  private final Set<String> profiles;
  private int position;

  private ProfileExpression(String expression, Set<String> profiles) {
    this.expression = expression;
    this.profiles = profiles;
  }

  /** Whether it is true with these active profiles. An invalid expression is false. */
  static boolean matches(String expression, Set<String> profiles) {
    for (String alternative : expression.split(",")) {
      ProfileExpression parser = new ProfileExpression(alternative.replaceAll("\\s", ""), profiles);
      if (parser.any() && parser.position == parser.expression.length()) {
        return true;
      }
    }
    return false;
  }

  private boolean any() {
    boolean matches = all();
    while (accept('|')) {
      matches |= all();
    }
    return matches;
  }

  private boolean all() {
    boolean matches = term();
    while (accept('&')) {
      matches &= term();
    }
    return matches;
  }

  private boolean term() {
    if (accept('!')) {
      return !term();
    }
    if (accept('(')) {
      boolean matches = any();
      return accept(')') && matches;
    }
    int start = position;
    while (position < expression.length() && "&|!()".indexOf(expression.charAt(position)) < 0) {
      position++;
    }
    return profiles.contains(expression.substring(start, position));
  }

  private boolean accept(char operator) {
    boolean accepted = position < expression.length() && expression.charAt(position) == operator;
    position += accepted ? 1 : 0;
    return accepted;
  }
}
