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
 * Everything that a schema says, piece by piece, whatever it is nested in: {@code minLength=3}.
 * What says the same counts as the same: {@code const} and an {@code enum} of one, {@code true} and
 * {@code {}}, a schema and a reference to it, {@code allOf} and its parts.
 */
final class Statements {

  private static final Pattern WORDS =
      Pattern.compile("(?:match this JSON Schema|schema also says): (\\{.*)");
  private static final Set<String> REFERRING =
      Set.of("$ref", "$dynamicRef", "$anchor", "$dynamicAnchor");
  private static final Set<String> NAMED = Set.of("properties", "$defs", "definitions");

  /** Lists that say no more than what is in them. */
  private static final Set<String> APART = Set.of("allOf", "type");

  private static final Set<String> LISTS = Set.of("anyOf", "oneOf", "allOf", "prefixItems");

  /** Identify the schema; not for models. */
  private static final Set<String> IDENTIFYING =
      Set.of("$comment", "$id", "$schema", "$vocabulary");

  private static final Set<String> ANNOTATIONS = Set.of("title", "default");

  private final Set<String> all = new TreeSet<>();
  private final List<String> descriptions = new ArrayList<>();

  /** Annotations of definitions with others in their place. */
  private final Set<String> replaced = new TreeSet<>();

  private final Object definitions;

  private Statements(Object definitions) {
    this.definitions = definitions;
  }

  /** Of a schema as its server has it. */
  static Statements of(Map<String, Object> schema) {
    return ofSent(reachable(schema));
  }

  /** Of a schema as it was sent, whose definitions the words may refer to. */
  static Statements ofSent(Map<String, Object> schema) {
    Statements statements = new Statements(schema.get("$defs"));
    Map<String, Object> root = new LinkedHashMap<>(schema);
    root.remove("additionalProperties", true);
    root.remove("additionalProperties", false);
    statements.add(root);
    statements.all.removeAll(statements.replaced);
    return statements;
  }

  /** Of the schema that was sent, and of what the descriptions tell in words. */
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

  /** What these say and the others do not. */
  Set<String> without(Statements others) {
    Set<String> missing = new LinkedHashSet<>(all);
    missing.removeAll(others.all);
    for (String description : descriptions) {
      if (others.descriptions.stream().noneMatch(text -> text.contains(description))) {
        missing.add("description=" + description);
      }
    }
    return missing;
  }

  /** Without definitions that nothing refers to, which say nothing about the arguments. */
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
            (name, held) -> {
              if (text.contains("#/$defs/" + ((String) name).replace("/", "~1"))) {
                reached.put(name, held);
              }
            });
      } while (reached.size() > before);
      root.put("$defs", reached);
    }
    return root;
  }

  /** The keywords alone. */
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
                named.forEach((name, held) -> addNamed(keyword, (String) name, held));
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

  private void addNamed(String keyword, String name, Object held) {
    if (keyword.equals("properties")) {
      all.add(name);
    }
    Object schema = schema(held);
    if (schema instanceof Map<?, ?> map) {
      add(map);
    } else {
      all.add(name + "=" + Json.write(schema));
    }
  }

  private void add(String keyword, Object value) {
    Object held = keyword.equals("items") || keyword.equals("else") ? schema(value) : value;
    boolean apart = APART.contains(keyword) && !List.of().equals(held);
    if (!apart && (held instanceof List || held instanceof Map)) {
      all.add(keyword);
    }
    if (held instanceof List<?> list) {
      list.forEach(element -> add(keyword, LISTS.contains(keyword) ? schema(element) : element));
    } else if (held instanceof Map<?, ?> map) {
      add(map);
    } else {
      String text = Json.write(held);
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
      List<Object> one = new ArrayList<>();
      one.add(only);
      copy.put("enum", one);
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
