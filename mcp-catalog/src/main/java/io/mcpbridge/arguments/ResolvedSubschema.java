package io.mcpbridge.arguments;

import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A subschema of a tool's schema, with references resolved. Each call of the tool reads all its
 * subschemas: one pass over their few keywords costs less than a search for each that may be there.
 */
final class ResolvedSubschema {

  /** Maximum length of a chain of references. */
  private static final int MAX_REFERENCES = 32;

  /** Keywords that may also declare members. */
  private static final List<String> DECLARING_KEYWORDS =
      List.of("patternProperties", "allOf", "anyOf", "oneOf", "if", "dependentSchemas");

  private final JsonObject root;
  private final JsonObject json;
  private int types;
  private boolean nullable;
  private @Nullable List<@Nullable Object> constant;
  private @Nullable List<@Nullable Object> enumeration;
  private @Nullable Map<String, @Nullable Object> properties;
  private @Nullable Object additionalProperties;
  private boolean hasBranches;
  private boolean hasBounds;
  private boolean hasId;
  private boolean hasReference;

  private ResolvedSubschema(JsonObject root, JsonObject json) {
    this.root = root;
    this.json = json;
    json.toMap().forEach(this::read);
  }

  private void read(String keyword, @Nullable Object value) {
    switch (keyword) {
      case "type" -> types = value instanceof List<?> list ? union(list) : JsonTypes.named(value);
      case "nullable" -> nullable = Boolean.TRUE.equals(value);
      case "const" -> constant = Collections.singletonList(value);
      case "enum" -> enumeration = json.list(keyword);
      case "properties" -> properties = value instanceof Map ? json.map(keyword) : null;
      case "additionalProperties" -> additionalProperties = value;
      case "allOf", "anyOf", "oneOf" -> hasBranches = true;
      case "$id" -> hasId = true;
      case "$ref" -> hasReference = true;
      default -> hasBounds |= Bounds.KEYWORDS.contains(keyword);
    }
  }

  /** A tool's schema; {@code null} if it constrains nothing. */
  static @Nullable ResolvedSubschema root(Map<String, @Nullable Object> schema) {
    JsonObject root = JsonObject.of((Object) schema); // the same map instance, compared below
    return resolve(root, schema);
  }

  /**
   * The subschema in a keyword's value; {@code null} if it constrains nothing. Ignores keywords
   * beside a {@code $ref}, as drafts up to 7 do. Never fetches a reference.
   */
  @Nullable ResolvedSubschema resolve(@Nullable Object subschema) {
    return resolve(root, subschema);
  }

  private static @Nullable ResolvedSubschema resolve(JsonObject root, @Nullable Object subschema) {
    JsonObject current = JsonObject.orNull(subschema);
    for (int followed = 0; current != null; followed++) {
      ResolvedSubschema schema = new ResolvedSubschema(root, current);
      if (schema.hasId && current.toMap() != root.toMap()) {
        return null; // a document of its own: its references mean something else
      }
      if (!schema.hasReference) {
        return schema;
      }
      String reference = current.string("$ref");
      current =
          reference == null || followed == MAX_REFERENCES
              ? null
              : JsonObject.orNull(SchemaWalker.target(reference, root.toMap()));
    }
    return null;
  }

  JsonObject json() {
    return json;
  }

  /** The allowed {@link JsonTypes types}; 0 if unspecified or not a known type. */
  int types() {
    // OpenAPI's word, in the schemas of many servers
    return types != 0 && nullable ? types | JsonTypes.NULL : types;
  }

  private static int union(List<?> names) {
    int types = 0;
    for (Object name : names) {
      int type = JsonTypes.named(name);
      if (type == 0) {
        return 0;
      }
      types |= type;
    }
    return types;
  }

  /** The values of {@code enum} or {@code const}; {@code null} if there is neither. */
  @Nullable List<@Nullable Object> choices() {
    if (constant != null) {
      return constant;
    }
    return enumeration == null || enumeration.isEmpty() ? null : enumeration;
  }

  /** Whether {@code allOf}, {@code anyOf} or {@code oneOf} is present. */
  boolean hasBranches() {
    return hasBranches;
  }

  /** Whether any of the {@link Bounds} is present. */
  boolean hasBounds() {
    return hasBounds;
  }

  /** The branches of {@code anyOf} and {@code oneOf}, one of which must match. */
  List<List<@Nullable Object>> alternatives() {
    return List.of(json.list("anyOf"), json.list("oneOf"));
  }

  Map<String, @Nullable Object> properties() {
    return properties == null ? Map.of() : properties;
  }

  /** The content of {@code required}, which may have elements that are no names. */
  List<@Nullable Object> required() {
    return json.list("required");
  }

  /**
   * Whether a member is certainly not allowed. Not if other schemas apply to the same object or
   * {@code properties} is malformed: {@code additionalProperties: false} is more often a mistake
   * then.
   */
  boolean isUnknown(String member) {
    return Boolean.FALSE.equals(additionalProperties)
        && properties != null
        && !properties.containsKey(member)
        && !hasDeclaringKeyword();
  }

  private boolean hasDeclaringKeyword() {
    for (String keyword : DECLARING_KEYWORDS) {
      if (json.has(keyword)) {
        return true;
      }
    }
    return false;
  }

  /** The schema of a member; {@code null} for none. */
  @Nullable Object ofMember(String name) {
    Object declared = properties().get(name);
    if (declared != null || properties().containsKey(name)) {
      return declared;
    }
    return additionalProperties instanceof Map && !json.has("patternProperties")
        ? additionalProperties
        : null;
  }

  /** The schema of an element; {@code null} for none. */
  @Nullable Object ofElement(int index) {
    List<@Nullable Object> first = json.list("prefixItems");
    return index < first.size() ? first.get(index) : json.get("items");
  }

  /**
   * Whether no value can match, because the enum's values have other types; such a schema is
   * ignored.
   */
  boolean isContradictory() {
    List<@Nullable Object> choices = choices();
    int types = choices == null ? 0 : types();
    if (choices == null || types == 0) {
      return false;
    }
    for (Object choice : choices) {
      if (JsonTypes.isOneOf(types, choice)) {
        return false;
      }
    }
    return true;
  }
}
