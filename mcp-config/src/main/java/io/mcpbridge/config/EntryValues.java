package io.mcpbridge.config;

import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.config.internal.entry.EntryFields.Field;
import io.mcpbridge.config.internal.entry.Variables;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one entry by type, and reports mismatches. */
final class EntryValues {

  private final EntryFields fields;
  private final EntryProblems problems;

  EntryValues(EntryFields fields, EntryProblems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  /** A string with variables replaced; empty if absent. */
  String text(Field field, Variables variables) {
    Object value = fields.get(field);
    if (value == null) {
      return "";
    }
    String text = plain(value);
    if (text == null) {
      error(field, "must be a string");
      return "";
    }
    return variables.expand(text.strip(), unresolvedReporter(field)).strip();
  }

  /** A list of strings with variables replaced. */
  List<String> texts(Field field, Variables variables) {
    List<String> texts = new ArrayList<>();
    for (String text : texts(field)) {
      texts.add(variables.expand(text, unresolvedReporter(field)));
    }
    return List.copyOf(texts);
  }

  /** A list of strings, unchanged. */
  List<String> texts(Field field) {
    return texts(fields.path(field));
  }

  private List<String> texts(List<String> path) {
    Object value = fields.get(path);
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object element : list) {
        String text = plain(element);
        if (text == null) {
          error(path, "must be a list of strings, but one of its elements is not");
        } else {
          texts.add(text);
        }
      }
    } else if (value != null) {
      error(path, "must be a list of strings, such as [\"one\", \"two\"]");
    }
    return List.copyOf(texts);
  }

  /** A list of tool names, possibly with {@code *} wildcards. */
  List<String> names(Field field) {
    return names(fields.path(field));
  }

  /** The combined lists of all aliases of the field. */
  List<String> allNames(Field field) {
    return fields.paths(field).stream().flatMap(path -> names(path).stream()).distinct().toList();
  }

  private List<String> names(List<String> path) {
    List<String> names = texts(path);
    if (names.contains("")) {
      error(path, "contains an empty name; remove it");
    }
    return names;
  }

  /** An object with string values, with variables in them replaced. */
  Map<String, String> map(Field field, Variables variables) {
    Object value = fields.get(field);
    Map<String, String> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> members) {
      members.forEach(
          (key, member) -> {
            String name = String.valueOf(key);
            String text = plain(member);
            if (text == null) {
              error(field, "must be an object of strings, but \"" + name + "\" is not");
            } else {
              map.put(name, variables.expand(text, unresolvedReporter(field, name)));
            }
          });
    } else if (value != null) {
      error(field, "must be an object of strings");
    }
    return map;
  }

  /** A string within an object, with variables replaced; empty if absent. */
  String member(Field field, String name, Variables variables) {
    List<String> members = members(field, name, variables);
    return members.isEmpty() ? "" : members.get(0).strip();
  }

  /** A string or a list of strings within an object, with variables replaced. */
  List<String> members(Field field, String name, Variables variables) {
    Object value = fields.get(field) instanceof Map<?, ?> object ? object.get(name) : null;
    List<String> texts = new ArrayList<>();
    for (Object element : value instanceof List<?> list ? list : Arrays.asList(value)) {
      String text = plain(element);
      if (text != null) {
        texts.add(variables.expand(text, unresolvedReporter(field, name)));
      } else if (element != null) {
        List<String> path = new ArrayList<>(fields.path(field));
        path.add(name);
        error(path, "must be a string or a list of strings");
      }
    }
    return texts;
  }

  /** A path, resolved against the folder if relative; {@code null} if absent. */
  @Nullable Path path(Field field, Variables variables, Path folder) {
    String text = text(field, variables);
    return text.isEmpty() ? null : path(field, text, folder);
  }

  /** A list of paths. */
  List<Path> paths(Field field, Variables variables, Path folder) {
    List<Path> paths = new ArrayList<>();
    for (String text : texts(field, variables)) {
      Path path = path(field, text, folder);
      if (path != null) {
        paths.add(path);
      }
    }
    return paths;
  }

  private @Nullable Path path(Field field, String text, Path folder) {
    try {
      String home = System.getProperty("user.home");
      boolean isInHome = text.startsWith("~/") || text.equals("~");
      return folder.resolve(isInHome ? home + text.substring(1) : text).normalize();
    } catch (InvalidPathException e) {
      error(field, "is not a path: " + e.getReason());
      return null;
    }
  }

  /** A boolean, possibly in quotes; {@code null} if absent. */
  @Nullable Boolean bool(Field field) {
    Object value = fields.get(field);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    String text = String.valueOf(value);
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    error(field, "must be true or false");
    return null;
  }

  private void error(Field field, String message) {
    error(fields.path(field), message);
  }

  private void error(List<String> path, String message) {
    problems.error(path, "`" + String.join(".", path) + "` " + message);
  }

  private Consumer<String> unresolvedReporter(Field field, String... subpath) {
    List<String> path = new ArrayList<>(fields.path(field));
    path.addAll(List.of(subpath));
    return message -> problems.error(path, "`" + String.join(".", path) + "`: " + message);
  }

  private static @Nullable String plain(@Nullable Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? value.toString()
        : null;
  }
}
