package io.mcpbridge.doctor;

import io.mcpbridge.internal.text.ServerText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Parts of sentences. */
final class Texts {

  private static final int MAX_NAMES = 3;
  private static final int MAX_LENGTH = 600;

  private Texts() {}

  static String of(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }

  /** One line that ends with a full stop, without control characters. */
  static String sentence(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    if (line.length() > MAX_LENGTH) {
      line = line.substring(0, MAX_LENGTH) + " ...";
    }
    String first = line.isEmpty() ? "" : line.substring(0, 1).toUpperCase(Locale.ROOT);
    String rest = line.isEmpty() ? "" : line.substring(1);
    return first + rest + (line.endsWith(".") || line.endsWith("?") ? "" : ".");
  }

  /** The first names in quotes: {@code "a", "b", "c" and 4 more}. */
  static String names(List<String> names) {
    String first =
        names.stream()
            .limit(MAX_NAMES)
            .map(name -> '"' + ServerText.line(name) + '"')
            .collect(Collectors.joining(", "));
    int remaining = names.size() - MAX_NAMES;
    return remaining > 0 ? first + " and " + remaining + " more" : first;
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
