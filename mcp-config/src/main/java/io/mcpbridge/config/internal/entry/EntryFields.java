package io.mcpbridge.config.internal.entry;

import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.internal.text.SettingText;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one entry under canonical names: clients name them differently, and Cline nests the
 * transport's fields in an object.
 */
public final class EntryFields {

  /** Aliases per field, in order of precedence. */
  public enum Field {
    TYPE("type", "transportType", "transport"),
    COMMAND("command"),
    ARGS("args"),
    ENV("env", "environment"),
    ENV_FILE("envFile"),
    CWD("cwd", "workingDirectory"),
    URL("url", "serverUrl", "httpUrl"),
    HEADERS("headers"),
    AUTH("auth"),
    OAUTH("oauth"),
    TIMEOUT("timeout"),
    DISABLED("disabled"),
    ENABLED("enabled"),
    AUTO_APPROVE("autoApprove", "alwaysAllow"),
    DISABLED_TOOLS("disabledTools", "excludeTools"),
    ALLOWED_TOOLS("includeTools", "enabledTools", "tools"),
    WATCH_PATHS("watchPaths");

    private final List<String> names;

    Field(String... names) {
      this.names = List.of(names);
    }
  }

  private static final String NESTED = "transport";

  private static final Set<String> KNOWN =
      Stream.of(Field.values())
          .flatMap(field -> field.names.stream())
          .collect(Collectors.toCollection(LinkedHashSet::new));

  /** Usual mistakes that no edit distance finds, or that are nearer to another field. */
  private static final Map<String, String> SYNONYMS =
      Map.of(
          "arg", "args",
          "arguments", "args",
          "envs", "env",
          "header", "headers",
          "uri", "url",
          "cmd", "command",
          "exec", "command",
          "include", "includeTools",
          "exclude", "disabledTools");

  /** Fields that neither restrict the tools nor say how to connect. */
  private static final Set<String> HARMLESS = Set.of("timeout", "watchPaths");

  private final JsonObject entry;
  private final @Nullable JsonObject nested;

  public EntryFields(JsonObject entry) {
    this.entry = entry;
    this.nested = entry.object(NESTED);
  }

  /** Whether a value looks like a server entry, if the document does not say. */
  public static boolean isEntry(@Nullable Object value) {
    JsonObject entry = JsonObject.orNull(value);
    if (entry == null) {
      return false;
    }
    EntryFields fields = new EntryFields(entry);
    return fields.get(Field.COMMAND) != null || fields.get(Field.URL) != null;
  }

  /** Whether this library reads a field of this name; others are preserved. */
  public static boolean knows(String name) {
    return KNOWN.contains(name);
  }

  /** The value; {@code null} if it is absent or {@code null}. */
  public @Nullable Object get(Field field) {
    return get(path(field));
  }

  /** The value at this path; {@code null} if there is none. */
  public @Nullable Object get(List<String> path) {
    return path.size() == 2 && nested != null
        ? nested.get(path.get(1))
        : path.size() == 1 ? entry.get(path.get(0)) : null;
  }

  /** The field's path within the entry; empty if it is absent. */
  public List<String> path(Field field) {
    List<List<String>> paths = paths(field);
    return paths.isEmpty() ? List.of() : paths.get(0);
  }

  /** All paths of the field, as several clients may have written it; the first one counts. */
  public List<List<String>> paths(Field field) {
    List<List<String>> paths = new ArrayList<>();
    for (String name : field.names) {
      if (entry.get(name) != null && !(name.equals(NESTED) && nested != null)) {
        paths.add(List.of(name));
      }
      if (nested != null && nested.get(name) != null) {
        paths.add(List.of(NESTED, name));
      }
    }
    return paths;
  }

  /** The field's name in the file, for messages. */
  public String nameOf(Field field) {
    List<String> path = path(field);
    return path.isEmpty() ? field.names.get(0) : String.join(".", path);
  }

  /**
   * Whether the field has content; an empty string, list or object counts as an unfilled form
   * field.
   */
  public boolean has(Field field) {
    Object value = get(field);
    return value != null
        && !(value instanceof String text && text.isBlank())
        && !(value instanceof List<?> list && list.isEmpty())
        && !(value instanceof Map<?, ?> map && map.isEmpty());
  }

  /** Whether both entries have the same command or URL, before variables are replaced. */
  public boolean nameSameServer(EntryFields other) {
    return Stream.of(Field.COMMAND, Field.ARGS, Field.URL)
        .allMatch(field -> Objects.equals(get(field), other.get(field)));
  }

  /** The unknown field that was probably meant to be this one; {@code null} if there is none. */
  public @Nullable String misspelled(Field field) {
    return unknownFields().keySet().stream()
        .filter(
            written -> {
              String suggestion = suggestion(written);
              return suggestion != null && field.names.contains(suggestion);
            })
        .findFirst()
        .orElse(null);
  }

  /** The unknown fields that are probably misspelled, each with the name that was meant. */
  public Map<String, String> misspellings() {
    Map<String, String> meant = new LinkedHashMap<>();
    for (String written : unknownFields().keySet()) {
      String suggestion = suggestion(written);
      if (suggestion != null) {
        meant.put(written, suggestion);
      }
    }
    return meant;
  }

  /**
   * Whether an unknown field is almost certainly another one that restricts the tools, or without
   * which the server is another one; not what only resembles one, such as a comment.
   */
  public static boolean isHarmful(String written, String suggestion) {
    return !HARMLESS.contains(suggestion)
        && (SYNONYMS.containsKey(written.toLowerCase(Locale.ROOT))
            || SettingText.uniform(written).equals(SettingText.uniform(suggestion))
            || EditDistance.of(written, suggestion) == 1);
  }

  private static @Nullable String suggestion(String written) {
    String synonym = SYNONYMS.get(written.toLowerCase(Locale.ROOT));
    return synonym == null ? EditDistance.nearest(written, KNOWN) : synonym;
  }

  /** The fields that this library does not read, unchanged. */
  public Map<String, @Nullable Object> unknownFields() {
    Map<String, @Nullable Object> unknown = new LinkedHashMap<>();
    entry
        .toMap()
        .forEach(
            (name, value) -> {
              if (!KNOWN.contains(name)) {
                unknown.put(name, value);
              }
            });
    return unknown;
  }
}
