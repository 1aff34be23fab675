package io.mcpbridge.cli.internal.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves {@code ${NAME:default}} from system properties, the environment and the properties of
 * the file, in this order. Names and defaults may have placeholders, too.
 */
final class Placeholders {

  private static final String START = "${";

  /** Only such names match properties in another case. */
  private static final Pattern CANONICAL = Pattern.compile("(?:[a-z0-9.-]|\\[[^\\]]*])+");

  private final UnaryOperator<@Nullable String> systemProperties;
  private final UnaryOperator<@Nullable String> environment;
  private final PropertyNode properties;
  private final ResolvedValues resolvedValues;

  Placeholders(
      UnaryOperator<@Nullable String> systemProperties,
      UnaryOperator<@Nullable String> environment,
      PropertyNode properties,
      ResolvedValues resolvedValues) {
    this.resolvedValues = resolvedValues;
    this.systemProperties = systemProperties;
    this.environment = environment;
    this.properties = properties;
  }

  /** A placeholder without a value. */
  static final class UnresolvedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isForBoot;

    private UnresolvedException(String message, boolean isForBoot) {
      super(message);
      this.isForBoot = isForBoot;
    }

    /** Whether only Spring Boot can resolve it. */
    boolean isForBoot() {
      return isForBoot;
    }
  }

  /**
   * Resolves a text.
   *
   * @throws UnresolvedException whose message names the variable and no value
   */
  String resolve(String text) throws UnresolvedException {
    return resolve(text, new ArrayDeque<>());
  }

  private String resolve(String text, Deque<String> parents) throws UnresolvedException {
    refuseEncrypted(text);
    StringBuilder resolved = new StringBuilder();
    int position = 0;
    while (true) {
      int start = text.indexOf(START, position);
      int end = start < 0 ? -1 : end(text, start);
      if (end < 0) {
        return resolved.append(text.substring(position)).toString();
      }
      if (start > 0 && text.charAt(start - 1) == '\\') {
        resolved.append(text, position, start - 1).append(text, start, end + 1);
      } else {
        resolved.append(text, position, start);
        resolved.append(variable(text.substring(start + START.length(), end), parents));
      }
      position = end + 1;
    }
  }

  private static void refuseEncrypted(String text) throws UnresolvedException {
    if (text.startsWith("{cipher}") || (text.startsWith("ENC(") && text.endsWith(")"))) {
      throw new UnresolvedException("is encrypted", true);
    }
  }

  /** The index of the brace that ends a placeholder; -1 if there is none. */
  private static int end(String text, int start) {
    int depth = 0;
    for (int i = start + START.length(); i < text.length(); i++) {
      if (text.startsWith("{", i)) {
        depth++;
      } else if (text.charAt(i) == '}' && depth-- == 0) {
        return i;
      }
    }
    return -1;
  }

  private String variable(String content, Deque<String> parents) throws UnresolvedException {
    int separator = separator(content);
    String name = resolve(separator < 0 ? content : content.substring(0, separator), parents);
    String value = value(name, separator < 0 ? null : content.substring(separator + 1), parents);
    resolvedValues.add(name, value);
    return value;
  }

  private String value(String name, @Nullable String otherwise, Deque<String> parents)
      throws UnresolvedException {
    if (name.startsWith("random.")) {
      throw new UnresolvedException("refers to ${" + name + "}", true);
    }
    if (parents.contains(name)) {
      throw new UnresolvedException("refers to ${" + name + "}, which refers to itself", false);
    }
    String value = name.isEmpty() ? null : systemProperties.apply(name);
    if (value == null) {
      value = ofEnvironment(name);
    }
    if (value != null) {
      return ofProcess(name, value, parents);
    }
    PropertyNode node = properties.find(name);
    FileProperty property = node == null ? null : node.property();
    if (property != null
        && property.value() != null
        && (CANONICAL.matcher(name).matches() || property.name().equals(name))) {
      return resolve(name, property.value(), parents);
    }
    if (otherwise == null) {
      throw new UnresolvedException("refers to ${" + name + "}, which is not set", false);
    }
    return resolve(otherwise, parents);
  }

  private String resolve(String name, String value, Deque<String> parents)
      throws UnresolvedException {
    parents.push(name);
    try {
      return resolve(value, parents);
    } finally {
      parents.pop();
    }
  }

  /** As Spring Boot does, keeps a placeholder that a variable of the process cannot resolve. */
  private String ofProcess(String name, String value, Deque<String> parents)
      throws UnresolvedException {
    try {
      return resolve(name, value, parents);
    } catch (UnresolvedException e) {
      if (e.isForBoot()) {
        throw e;
      }
      return value;
    }
  }

  /** The index of the colon before the default; -1 if there is none. */
  private static int separator(String content) {
    int depth = 0;
    for (int i = 0; i < content.length(); i++) {
      char character = content.charAt(i);
      if (character == '{') {
        depth++;
      } else if (character == '}') {
        depth--;
      } else if (character == ':' && depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** As Spring does: {@code api.key} also as {@code API_KEY}. */
  private @Nullable String ofEnvironment(String name) {
    String value = environment.apply(name);
    if (value == null) {
      String variable = name.replaceAll("[.-]", "_");
      value = environment.apply(variable);
      return value == null ? environment.apply(variable.toUpperCase(Locale.ROOT)) : value;
    }
    return value;
  }
}
