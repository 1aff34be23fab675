package io.mcpbridge.arguments;

import io.mcpbridge.json.JsonObject;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A schema within the schema of a tool, references followed, as far as it can be understood. */
final class Subschema {

  /** How many references may follow upon each other. */
  private static final int MOST_REFERENCES = 32;

  private static final Set<String> TYPES =
      Set.of("string", "number", "integer", "boolean", "object", "array", "null");

  /** Keywords that may know members, too. */
  private static final List<String> BESIDE =
      List.of("patternProperties", "allOf", "anyOf", "oneOf", "if", "dependentSchemas");

  private final JsonObject root;
  private final JsonObject json;

  private Subschema(JsonObject root, JsonObject json) {
    this.root = root;
    this.json = json;
  }

  /** The schema of a tool; {@code null} if nothing can be said about what it describes. */
  static @Nullable Subschema root(Map<String, @Nullable Object> schema) {
    JsonObject root = JsonObject.of((Object) schema); // the very map, to be known again
    return new Subschema(root, root).at(schema);
  }

  /**
   * What a keyword of this schema holds; {@code null} if nothing can be said about it. What stands
   * beside a {@code $ref} is ignored, as the drafts up to 7 do; the reference is never fetched.
   */
  @Nullable Subschema at(@Nullable Object held) {
    JsonObject found = JsonObject.orNull(held);
    for (int followed = 0; found != null; followed++) {
      if (found.has("$id") && found.toMap() != root.toMap()) {
        return null; // a document of its own: its references mean something else
      }
      if (!found.has("$ref")) {
        return new Subschema(root, found);
      }
      String reference = found.string("$ref");
      found =
          reference == null || followed == MOST_REFERENCES
              ? null
              : JsonObject.orNull(LocalReference.resolve(root.toMap(), reference));
    }
    return null;
  }

  JsonObject json() {
    return json;
  }

  /** The types it takes; {@code null} if it does not say, or says what no draft knows. */
  @Nullable Set<String> types() {
    Object type = json.get("type");
    List<?> named = type instanceof List<?> list ? list : type == null ? List.of() : List.of(type);
    Set<String> types = new HashSet<>();
    for (Object name : named) {
      if (!(name instanceof String text) || !TYPES.contains(text)) {
        return null;
      }
      types.add(text);
    }
    if (types.isEmpty()) {
      return null;
    }
    if (Boolean.TRUE.equals(json.bool("nullable"))) {
      types.add("null"); // OpenAPI's word, in the schemas of many servers
    }
    return types;
  }

  /** The only values it takes; {@code null} if it names none. */
  @Nullable List<@Nullable Object> choices() {
    if (json.has("const")) {
      return Collections.singletonList(json.get("const"));
    }
    List<@Nullable Object> choices = json.list("enum");
    return choices.isEmpty() ? null : choices;
  }

  /** The branches of {@code anyOf} and {@code oneOf}, of which one has to fit. */
  List<List<@Nullable Object>> alternatives() {
    return List.of(json.list("anyOf"), json.list("oneOf"));
  }

  /** The schemas of the members that it names. */
  Map<String, @Nullable Object> properties() {
    return json.map("properties");
  }

  List<String> required() {
    return json.strings("required");
  }

  /**
   * Whether a member is certainly unwanted. Beside other schemas of the same object, and where
   * {@code properties} is broken, {@code false} is more often a mistake.
   */
  boolean isUnknown(String member) {
    return Boolean.FALSE.equals(json.get("additionalProperties"))
        && json.object("properties") != null
        && !properties().containsKey(member)
        && BESIDE.stream().noneMatch(json::has);
  }

  /** What the keywords say about a member; {@code null} if nothing. */
  @Nullable Object ofMember(String name) {
    if (properties().containsKey(name)) {
      return properties().get(name);
    }
    Object others = json.get("additionalProperties");
    return json.has("patternProperties") || !(others instanceof Map) ? null : others;
  }

  /** What the keywords say about an element; {@code null} if nothing. */
  @Nullable Object ofElement(int index) {
    List<@Nullable Object> first = json.list("prefixItems");
    return index < first.size() ? first.get(index) : json.get("items");
  }

  /** Whether nothing can ever fit, so that it says nothing: choices of other types than its own. */
  boolean isContradictory() {
    Set<String> types = types();
    List<@Nullable Object> choices = choices();
    return types != null
        && choices != null
        && choices.stream().noneMatch(choice -> Kinds.isOneOf(types, choice));
  }
}
