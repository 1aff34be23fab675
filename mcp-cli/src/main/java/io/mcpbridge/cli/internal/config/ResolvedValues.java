package io.mcpbridge.cli.internal.config;

import io.mcpbridge.json.Json;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
      String placeholder = "${" + name + "}";
      String json = Json.write(value); // as a trace has it
      placeholders.put(json.substring(1, json.length() - 1), placeholder);
      placeholders.put(value, placeholder);
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

  /**
   * The text with placeholders again.
   *
   * @param names words that stay, also if a value is the same or a part of one
   */
  String written(String text, Set<String> names) {
    String values =
        Stream.concat(
                placeholders.keySet().stream().filter(value -> !names.contains(value)),
                names.stream())
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(
                it ->
                    names.contains(it)
                        ? "(?<![\\w-])" + Pattern.quote(it) + "(?![\\w-])"
                        : Pattern.quote(it))
            .collect(Collectors.joining("|"));
    return placeholders.isEmpty()
        ? text
        : Pattern.compile(values)
            .matcher(text)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        names.contains(match.group())
                            ? match.group()
                            : placeholders.getOrDefault(match.group(), match.group())));
  }
}
