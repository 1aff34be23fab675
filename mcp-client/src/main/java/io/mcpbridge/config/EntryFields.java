package io.mcpbridge.config;

import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one entry under one name each, whichever client wrote them: the names differ, and
 * Cline nests those of the transport in an object of their own.
 */
final class EntryFields {

  /** What each field is called; the first name that is there counts. */
  enum Field {
    TYPE("type", "transportType", "transport"),
    COMMAND("command"),
    ARGS("args"),
    ENV("env", "environment"),
    ENV_FILE("envFile"),
    CWD("cwd", "workingDirectory"),
    URL("url", "serverUrl", "httpUrl"),
    HEADERS("headers"),
    AUTH("auth"),
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
      Stream.of(Field.values()).flatMap(field -> field.names.stream()).collect(Collectors.toSet());

  private final JsonObject entry;
  private final @Nullable JsonObject nested;

  EntryFields(JsonObject entry) {
    this.entry = entry;
    this.nested = entry.object(NESTED);
  }

  /** Whether a value looks like a server's entry, where nothing else tells. */
  static boolean isEntry(@Nullable Object value) {
    JsonObject entry = JsonObject.orNull(value);
    if (entry == null) {
      return false;
    }
    EntryFields fields = new EntryFields(entry);
    return fields.get(Field.COMMAND) != null || fields.get(Field.URL) != null;
  }

  /** Whether this library reads a field of this name; others are kept as they are. */
  static boolean knows(String name) {
    return KNOWN.contains(name);
  }

  /** The value; {@code null} if it is absent or {@code null}. */
  @Nullable Object get(Field field) {
    return get(path(field));
  }

  /** The value that stands there; {@code null} if there is none. */
  @Nullable Object get(List<String> path) {
    return path.size() == 2 && nested != null
        ? nested.get(path.get(1))
        : path.size() == 1 ? entry.get(path.get(0)) : null;
  }

  /** Where it stands within the entry; empty if it does not. */
  List<String> path(Field field) {
    List<List<String>> paths = paths(field);
    return paths.isEmpty() ? List.of() : paths.get(0);
  }

  /** Wherever it stands within the entry, as two clients may have written it: first what counts. */
  List<List<String>> paths(Field field) {
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

  /** The name that the file has for it, for messages. */
  String nameOf(Field field) {
    List<String> path = path(field);
    return path.isEmpty() ? field.names.get(0) : String.join(".", path);
  }

  /** Whether there is anything: an empty text, list or object is a form that nobody filled in. */
  boolean has(Field field) {
    Object value = get(field);
    return value != null
        && !(value instanceof String text && text.isBlank())
        && !(value instanceof List<?> list && list.isEmpty())
        && !(value instanceof Map<?, ?> map && map.isEmpty());
  }

  /** Whether both name the same program or URL, as it is written there. */
  boolean nameSameServer(EntryFields other) {
    return Stream.of(Field.COMMAND, Field.ARGS, Field.URL)
        .allMatch(field -> Objects.equals(get(field), other.get(field)));
  }

  /** What a field that is not known may have been meant for, to say where the server is. */
  String misspelledTarget() {
    for (Field field : List.of(Field.URL, Field.COMMAND)) {
      for (String written : unknown().keySet()) {
        if (field.names.stream().anyMatch(name -> EditDistance.of(written, name) == 1)) {
          return " (did you mean `" + field.names.get(0) + "` by `" + written + "`?)";
        }
      }
    }
    return "";
  }

  /** The fields that this library does not read, as they stand there. */
  Map<String, @Nullable Object> unknown() {
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
