package io.mcpbridge.cli.internal;

import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.arguments.SchemaViolation;
import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a tool from the command line: {@code key=value} is text until the tool's schema
 * gives it a type, {@code key:=json} is JSON, {@code a.b=1} is a member of {@code a}, the same key
 * again makes a list, and {@code -} is a JSON object on standard input, which the others override.
 */
final class CallArguments {

  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  private CallArguments() {}

  /**
   * Parses the arguments.
   *
   * @throws CliException if one is none
   */
  static CallArguments parse(List<String> words, InputStream in) {
    CallArguments arguments = new CallArguments();
    if (words.contains("-")) {
      arguments.values.putAll(read(in));
    }
    Map<String, Integer> uses = new LinkedHashMap<>();
    for (String word : words) {
      if (!word.equals("-")) {
        arguments.add(word, uses);
      }
    }
    return arguments;
  }

  private static Map<String, @Nullable Object> read(InputStream in) {
    try {
      return Json.readObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JsonException e) {
      throw usage("standard input is no JSON object: " + e.getMessage());
    }
  }

  private void add(String word, Map<String, Integer> uses) {
    int equals = word.indexOf('=');
    if (equals < 1 || word.startsWith(":=")) {
      throw usage("\"" + word + "\" has no form of an argument: key=value, key:=JSON or -");
    }
    boolean isJson = word.charAt(equals - 1) == ':';
    String key = word.substring(0, isJson ? equals - 1 : equals);
    String text = word.substring(equals + 1);
    put(key, isJson ? json(key, text) : text, uses.merge(key, 1, Integer::sum));
  }

  private static @Nullable Object json(String key, String text) {
    try {
      return Json.read(text);
    } catch (JsonException e) {
      throw usage("\"" + key + "\" is no JSON: " + e.getMessage());
    }
  }

  private void put(String key, @Nullable Object value, int use) {
    Map<String, @Nullable Object> parent = values;
    String[] path = key.split("\\.", -1);
    for (int i = 0; i < path.length - 1; i++) {
      parent = child(parent, path[i]);
    }
    String name = path[path.length - 1];
    if (use == 1) {
      parent.put(name, value);
    } else {
      parent.put(name, appended(parent.get(name), value, use));
    }
  }

  private static Map<String, @Nullable Object> child(
      Map<String, @Nullable Object> parent, String name) {
    Map<String, @Nullable Object> child = new LinkedHashMap<>();
    if (parent.get(name) instanceof Map<?, ?> object) {
      object.forEach((key, value) -> child.put((String) key, value));
    }
    parent.put(name, child);
    return child;
  }

  private static List<@Nullable Object> appended(
      @Nullable Object current, @Nullable Object value, int use) {
    List<@Nullable Object> list = new ArrayList<>();
    if (use > 2 && current instanceof List<?> earlier) {
      list.addAll(earlier);
    } else {
      list.add(current);
    }
    list.add(value);
    return list;
  }

  /**
   * The arguments with the types of a tool's schema.
   *
   * @throws CliException if they do not match it
   */
  Map<String, @Nullable Object> typed(String tool, Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> typed = ToolArguments.repaired(values, schema);
    List<SchemaViolation> violations = SchemaValidator.builtIn().check(schema, typed);
    if (!violations.isEmpty()) {
      throw usage(
          "wrong arguments of "
              + tool
              + ", nothing was sent: "
              + ToolArguments.describe(violations));
    }
    return typed;
  }

  /** The arguments of a prompt, which are text. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> texts.put(key, value instanceof String text ? text : Json.write(value)));
    return texts;
  }

  private static CliException usage(String message) {
    return new CliException(ExitCode.USAGE, message);
  }
}
