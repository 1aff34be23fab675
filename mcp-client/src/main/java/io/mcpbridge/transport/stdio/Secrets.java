package io.mcpbridge.transport.stdio;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The arguments and environment values of a server that must not be shown. Guessed from names, and
 * kept to blank them out wherever the server repeats them.
 */
final class Secrets {

  static final String MASK = "***";

  /** Shorter values would blank out ordinary words. */
  private static final int SHORTEST = 6;

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  static Secrets of(List<String> args, Map<String, String> environment) {
    Set<String> found = new TreeSet<>();
    environment.forEach(
        (name, value) -> {
          if (SecretName.is(name)) {
            found.add(value);
          }
        });
    found.addAll(new ArgumentRedaction(args).secrets());
    List<String> longestFirst = new ArrayList<>(found);
    longestFirst.removeIf(value -> value.length() < SHORTEST);
    longestFirst.sort((a, b) -> b.length() - a.length());
    return new Secrets(List.copyOf(longestFirst));
  }

  /** The text with every known secret blanked out. */
  String mask(String text) {
    String masked = text;
    for (String value : values) {
      masked = masked.replace(value, MASK);
    }
    return masked;
  }
}
