package io.mcpbridge.verification.schemas;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The individual statements of a schema, at any depth: {@code minLength=3}. Equivalent schemas
 * yield equal statements: {@code const} and an {@code enum} of one, {@code true} and {@code {}}, a
 * schema and a reference to it, {@code allOf} and its parts.
 */
final class Statements {

  private static final Pattern WORDS =
      Pattern.compile("(?:match this JSON Schema|schema also says): (\\{.*)");
  private static final Set<String> REFERRING =
      Set.of("$ref", "$dynamicRef", "$anchor", "$dynamicAnchor");
  private static final Set<String> NAMED = Set.of("properties", "$defs", "definitions");

  /** Lists that mean the same as their elements. */
  private static final Set<String> APART = Set.of("allOf", "type");

  private static final Set<String> LISTS = Set.of("anyOf", "oneOf", "allOf", "prefixItems");

  /** Identify the schema; irrelevant to models. */
  private static final Set<String> IDENTIFYING =
      Set.of("$comment", "$id", "$schema", "$vocabulary");

  private static final Set<String> ANNOTATIONS = Set.of("title", "default");

  private final Set<String> all = new TreeSet<>();
  private final List<String> descriptions = new ArrayList<>();

  /** Annotations of definitions that a reference's own annotations override. */
  private final Set<String> replaced = new TreeSet<>();

  private final Object definitions;

  private Statements(Object definitions) {
    this.definitions = definitions;
  }

  /** The statements of a server's schema. */
  static Statements of(Map<String, Object> schema) {
    return ofSent(reachable(schema));
  }

  /** The statements of a sent schema, whose definitions the descriptions may refer to. */
  static Statements ofSent(Map<String, Object> schema) {
    Statements statements = new Statements(schema.get("$defs"));
    Map<String, Object> root = new LinkedHashMap<>(schema);
    root.remove("additionalProperties", true);
    root.remove("additionalProperties", false);
    statements.add(root);
    statements.all.removeAll(statements.replaced);
    return statements;
  }

  /** The statements of the sent schema and of the texts in its descriptions. */
  static Statements of(SentTool sent) {
    Statements statements = ofSent(sent.parameters());
    statements.descriptions.add(sent.description());
    for (String description : List.copyOf(statements.descriptions)) {
      Matcher words = WORDS.matcher(description);
      while (words.find()) {
        statements.addWords(words.group(1));
      }
    }
    return statements;
  }

  /** The statements that only this schema has. */
  Set<String> without(Statements other) {
    Set<String> missing = new LinkedHashSet<>(all);
    missing.removeAll(other.all);
    for (String description : descriptions) {
      if (other.descriptions.stream().noneMatch(text -> text.contains(description))) {
        missing.add("description=" + description);
      }
    }
    return missing;
  }

  /** Without unreferenced definitions, which say nothing about the arguments. */
  private static Map<String, Object> reachable(Map<String, Object> schema) {
    Map<String, Object> root = new LinkedHashMap<>(schema);
    if (schema.get("$defs") instanceof Map<?, ?> definitions
        && !Json.write(schema).contains("Ref\":\"#node")
        && !Json.write(schema).contains("ref\":\"#place")) {
      Map<Object, Object> reached = new LinkedHashMap<>();
      root.remove("$defs");
      int before;
      do {
        before = reached.size();
        String text = Json.write(root) + Json.write(reached);
        definitions.forEach(
            (name, definition) -> {
              if (text.contains("#/$defs/" + ((String) name).replace("/", "~1"))) {
                reached.put(name, definition);
              }
            });
      } while (reached.size() > before);
      root.put("$defs", reached);
    }
    return root;
  }

  /** Only the keywords. */
  static String keywords(Set<String> statements) {
    Set<String> names = new LinkedHashSet<>();
    statements.forEach(statement -> names.add("`" + statement.replaceAll("(?s)=.*", "") + "`"));
    return String.join(" ", names);
  }

  private void addWords(String json) {
    try {
      add(Json.readObject(json));
    } catch (JsonException e) {
      all.add("unreadable words=" + json);
    }
  }

  private void add(Map<?, ?> schema) {
    if (schema.get("$ref") instanceof String reference
        && definitions instanceof Map<?, ?> named
        && named.get(reference.replace("#/$defs/", "")) instanceof Map<?, ?> definition) {
      ANNOTATIONS.stream()
          .filter(keyword -> schema.containsKey(keyword) && definition.containsKey(keyword))
          .forEach(keyword -> replaced.addAll(of(Map.of(keyword, definition.get(keyword))).all));
      replaced.removeAll(of(annotations(schema)).all);
    }
    respelled(schema)
        .forEach(
            (keyword, value) -> {
              if (keyword.equals("description") && value instanceof String text) {
                descriptions.add(text);
              } else if (NAMED.contains(keyword) && value instanceof Map<?, ?> named) {
                named.forEach((name, member) -> addNamed(keyword, (String) name, member));
              } else if (!IDENTIFYING.contains(keyword)
                  && (!REFERRING.contains(keyword) || leadsElsewhere(value))) {
                add(keyword, value);
              }
            });
  }

  private static Map<String, Object> annotations(Map<?, ?> schema) {
    Map<String, Object> annotations = respelled(schema);
    annotations.keySet().retainAll(ANNOTATIONS);
    return annotations;
  }

  private static boolean leadsElsewhere(Object reference) {
    return reference instanceof String text && text.contains(":");
  }

  private void addNamed(String keyword, String name, Object member) {
    if (keyword.equals("properties")) {
      all.add(name);
    }
    Object schema = schema(member);
    if (schema instanceof Map<?, ?> map) {
      add(map);
    } else {
      all.add(name + "=" + Json.write(schema));
    }
  }

  private void add(String keyword, Object value) {
    Object normalized = keyword.equals("items") || keyword.equals("else") ? schema(value) : value;
    boolean apart = APART.contains(keyword) && !List.of().equals(normalized);
    if (!apart && (normalized instanceof List || normalized instanceof Map)) {
      all.add(keyword);
    }
    if (normalized instanceof List<?> list) {
      list.forEach(element -> add(keyword, LISTS.contains(keyword) ? schema(element) : element));
    } else if (normalized instanceof Map<?, ?> map) {
      add(map);
    } else {
      String text = Json.write(normalized);
      all.add(keyword + "=" + (keyword.equals("type") ? text.toLowerCase() : text));
    }
  }

  private static Object schema(Object value) {
    return Boolean.TRUE.equals(value)
        ? Map.of()
        : Boolean.FALSE.equals(value) ? Map.of("not", Map.of()) : value;
  }

  private static Map<String, Object> respelled(Map<?, ?> schema) {
    Map<String, Object> copy = new LinkedHashMap<>();
    schema.forEach((keyword, value) -> copy.put((String) keyword, value));
    if (copy.containsKey("const")) {
      Object only = copy.remove("const");
      List<Object> values = new ArrayList<>();
      values.add(only);
      copy.put("enum", values);
    }
    if (copy.get("items") instanceof List<?>) {
      copy.put("prefixItems", copy.remove("items"));
      if (copy.containsKey("additionalItems")) {
        copy.put("items", copy.remove("additionalItems"));
      }
    }
    if (copy.containsKey("unevaluatedItems") && !copy.containsKey("items")) {
      copy.put("items", copy.remove("unevaluatedItems"));
    }
    return copy;
  }
}
