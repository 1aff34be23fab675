package io.mcpbridge.cli.internal.config;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values that have replaced placeholders, which may be secrets: messages of a transport have
 * them. Thread-safe.
 */
final class ResolvedValues {

  /** Shorter values would be found in ordinary words. */
  private static final int MIN_LENGTH = 6;

  private final Map<String, String> placeholders = new ConcurrentHashMap<>();

  /** Keeps a value. */
  void add(String name, @Nullable String value) {
    if (value != null && value.length() >= MIN_LENGTH) {
      placeholders.put(value, "${" + name + "}");
    }
  }

  /** A lookup that keeps what it finds. */
  UnaryOperator<@Nullable String> recording(UnaryOperator<@Nullable String> lookup) {
    return name -> {
      String value = lookup.apply(name);
      add(name, value);
      return value;
    };
  }

  /** The text with placeholders again. */
  String written(String text) {
    String values =
        placeholders.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return values.isEmpty()
        ? text
        : Pattern.compile(values)
            .matcher(text)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        placeholders.getOrDefault(match.group(), match.group())));
  }
}
