package io.mcpbridge.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The arguments and environment values of a server that must not be displayed. Detected by name and
 * shape, and kept to redact them wherever the server repeats them.
 */
public final class Secrets {

  public static final String MASK = "***";

  /** Shorter values would redact ordinary words. */
  private static final int MIN_LENGTH = 6;

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  public static Secrets of(List<String> args, Map<String, String> environment) {
    return of(args, environment, List.of());
  }

  /**
   * The secrets of a process.
   *
   * @param values further ones
   */
  public static Secrets of(
      List<String> args, Map<String, String> environment, Collection<String> values) {
    Set<String> secrets = new TreeSet<>(values);
    environment.forEach(
        (name, value) -> {
          if (SecretName.is(name)) {
            secrets.add(value);
          }
          secrets.addAll(new ArgumentRedaction(List.of(value)).secrets());
          secrets.addAll(UrlCredentials.passwordsIn(value));
        });
    secrets.addAll(new ArgumentRedaction(args).secrets());
    args.forEach(arg -> secrets.addAll(UrlCredentials.passwordsIn(arg)));
    return of(secrets);
  }

  /** Values that are known to be secrets, such as those of headers. */
  public static Secrets of(Collection<String> values) {
    Set<String> secrets = new TreeSet<>(values);
    List.copyOf(secrets).forEach(value -> secrets.addAll(parts(value)));
    List<String> longestFirst = new ArrayList<>(secrets);
    longestFirst.removeIf(value -> value.length() < MIN_LENGTH);
    longestFirst.sort((a, b) -> b.length() - a.length());
    return new Secrets(List.copyOf(longestFirst));
  }

  /** The text with every known secret and the credentials of every URL redacted. */
  public String mask(String text) {
    return UrlCredentials.mask(maskKnown(text));
  }

  /** The text with every known secret redacted. */
  public String maskKnown(String text) {
    String masked = text;
    for (String value : values) {
      masked = masked.replace(value, MASK);
    }
    return masked;
  }

  /** A key may be printed line by line, a header's token without its scheme. */
  private static List<String> parts(String value) {
    return value
        .lines()
        .map(String::strip)
        .flatMap(line -> Stream.of(line, line.substring(line.lastIndexOf(' ') + 1)))
        .toList();
  }
}
