package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is sent that a provider would refuse, or that no model needs. */
class SentSchemaTest {

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void addsItemsToArraysWithoutItems(SchemaProfile profile) {
    String sent =
        sent(
            """
            {"type": "object", "properties": {
              "plain": {"type": "array"},
              "optional": {"type": ["array", "null"]},
              "nothing": {"type": "array", "items": null},
              "whatever": {"type": "array", "items": true},
              "inside": {"type": "array", "items": {"type": "array"}},
              "choice": {"anyOf": [{"type": "array"}, {"type": "string"}]},
              "members": {"type": "object", "properties": {"deep": {"type": "array"}},
                          "additionalProperties": {"type": "array"}},
              "tuple": {"type": "array", "prefixItems": [{"type": "string"}]},
              "pair": {"type": "array", "prefixItems": [{"type": "string"}], "items": false},
              "held": {"$ref": "#/$defs/List"}},
             "$defs": {"List": {"type": "array"}}}
            """,
            profile);

    assertThat(arraysWithoutItems(Json.read(sent))).as(sent).isZero();
  }

  @Test
  void doesNotTreatDefaultAndEnumAsSchemas() {
    String sent =
        sent(
            """
            {"type": "object", "properties": {"a": {"type": "object", "properties": {},
              "default": {"type": "array"}, "enum": [{"type": "array"}]}}}
            """,
            SchemaProfile.VERBATIM);

    assertThat(sent).contains("\"default\":{\"type\":\"array\"}").doesNotContain("items");
  }

  @Test
  void convertsLegacyTupleToPrefixItems() {
    assertThat(
            property(
                """
                {"type": "object", "properties": {"a": {"type": "array",
                  "items": [{"type": "string"}, {"type": "number"}], "additionalItems": false}}}
                """,
                "a"))
        .isEqualTo(
            Json.readObject(
                """
                {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}],
                 "items": false}
                """));
  }

  @Test
  void resolvesReferenceIntoPre202012Tuple() {
    String sent =
        sent(
            """
            {"type": "object", "properties": {
              "a": {"type": "array", "items": [{"type": "string", "minLength": 7}]},
              "b": {"$ref": "#/properties/a/items/0"}}}
            """,
            SchemaProfile.VERBATIM);

    assertThat(sent)
        .contains("\"b\":{\"$ref\":\"#/$defs/0\"}")
        .contains("\"$defs\":{\"0\":{\"type\":\"string\",\"minLength\":7}}");
  }

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void omitsSchemaIdAndCommentKeywords(SchemaProfile profile) {
    AdaptedSchema adapted =
        adapted(
            """
            {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/a",
             "$comment": "generated", "type": "object", "additionalProperties": false,
             "properties": {"path": {"$comment": "inner", "type": "string"},
               "$schema": {"type": "string", "description": "An argument of this name"},
               "b": {"$ref": "#/$defs/B"}},
             "$defs": {"B": {"$id": "https://example.com/b", "$schema": "x", "type": "integer"}}}
            """,
            profile);

    assertThat(adapted.description()).isEqualTo("Does it.");
    assertThat(adapted.inputSchema()).doesNotContainKey("description");
    assertThat(adapted.inputSchemaJson())
        .doesNotContain("$comment", "$id", "draft-07", "example.com", "\"$schema\":\"")
        .contains("\"path\"", "An argument of this name");
    assertThat(adapted.losses()).isEmpty();
  }

  @Test
  void resolvesReferenceByIdOfDefinition() {
    String sent =
        sent(
            """
            {"$id": "https://example.com/root.json", "type": "object", "properties": {
              "a": {"$ref": "item.json"}, "b": {"$ref": "https://example.com/root.json#/$defs/B"}},
             "$defs": {"Item": {"$id": "item.json", "type": "string"}, "B": {"type": "integer"}}}
            """,
            SchemaProfile.VERBATIM);

    assertThat(sent).contains("\"#/$defs/Item\"", "\"#/$defs/B\"").doesNotContain(".json");
  }

  @Test
  void describesAdditionalPropertiesSchemaOfRoot() {
    AdaptedSchema adapted =
        adapted(
            "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"integer\"}}",
            SchemaProfile.VERBATIM);

    assertThat(adapted.description())
        .endsWith(
            "must also match this JSON Schema: {\"additionalProperties\":{\"type\":\"integer\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"searchArguments", "search", "Search Input", "search_request"})
  void dropsTitleThatRepeatsToolName(String title) {
    AdaptedTool tool =
        AdaptedTool.of(
            "s",
            "search",
            Map.of("type", "object", "title", title, "properties", Map.of()),
            "Does it.",
            SchemaProfile.VERBATIM);

    assertThat(tool.schema().description()).isEqualTo("Does it.");
  }

  @Test
  void describesTitleThatDiffersFromToolName() {
    AdaptedTool tool =
        AdaptedTool.of(
            "s",
            "search",
            Map.of("type", "object", "title", "Full text query", "properties", Map.of()),
            "Does it.",
            SchemaProfile.VERBATIM);

    assertThat(tool.schema().description()).contains("{\"title\":\"Full text query\"}");
  }

  @ParameterizedTest
  @EnumSource(
      value = SchemaProfile.class,
      names = {"VERBATIM", "VERBATIM_BELOW_ROOT", "OPENAI_STRICT"})
  void definitionsThatNothingRefersToAreNotSent(SchemaProfile profile) {
    AdaptedSchema adapted =
        adapted(
            """
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "e": {"$ref": "#place"}},
             "$defs": {
               "A": {"type": "array", "items": {"$ref": "#/$defs/with~1slash"}},
               "with/slash": {"type": "object", "properties": {"b": {"$ref": "#/$defs/A"}}},
               "Anchored": {"$anchor": "place", "type": "string"},
               "Unused": {"type": "object", "properties": {"c": {"$ref": "#/$defs/AlsoUnused"}},
                          "additionalProperties": true},
               "AlsoUnused": {"$ref": "#/$defs/Unused"}}}
            """,
            profile);

    assertThat(((Map<?, ?>) adapted.inputSchema().get("$defs")).keySet())
        .isEqualTo(Set.of("A", "with/slash", "Anchored"));
  }

  @Test
  void unusedDefinitionsDoNotPreventStrictMode() {
    AdaptedSchema adapted =
        adapted(
            """
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}},
             "$defs": {"A": {"type": "string"}, "Open": {"type": "object"}}}
            """,
            SchemaProfile.OPENAI_STRICT);

    assertThat(adapted.losses()).isEmpty();
    assertThat(adapted.strict()).isTrue();
  }

  @Test
  void sendsDefinitionsReferencedOnlyByDescription() {
    AdaptedSchema adapted =
        adapted(
            """
            {"type": "object", "anyOf": [{"$ref": "#/$defs/A"}], "properties": {},
             "$defs": {"A": {"required": ["a"]}}}
            """,
            SchemaProfile.VERBATIM);

    assertThat(adapted.description()).contains("#/$defs/A");
    assertThat(adapted.inputSchema().get("$defs"))
        .isEqualTo(Map.of("A", Map.of("required", List.of("a"))));
  }

  private static int arraysWithoutItems(Object schema) {
    int count = 0;
    if (schema instanceof Map<?, ?> map) {
      Object type = map.get("type");
      boolean isArray = "array".equals(type) || type instanceof List<?> l && l.contains("array");
      count += isArray && !hasItems(map.get("items")) ? 1 : 0;
      for (Object nested : map.values()) {
        count += arraysWithoutItems(nested);
      }
    } else if (schema instanceof List<?> list) {
      for (Object nested : list) {
        count += arraysWithoutItems(nested);
      }
    }
    return count;
  }

  private static boolean hasItems(Object items) {
    return items instanceof Map || Boolean.FALSE.equals(items);
  }

  private static Object property(String schema, String name) {
    Map<?, ?> sent = adapted(schema, SchemaProfile.VERBATIM).inputSchema();
    return ((Map<?, ?>) sent.get("properties")).get(name);
  }

  private static String sent(String schema, SchemaProfile profile) {
    return adapted(schema, profile).inputSchemaJson();
  }

  private static AdaptedSchema adapted(String schema, SchemaProfile profile) {
    return AdaptedSchema.of(Json.readObject(schema), "Does it.", profile);
  }
}
