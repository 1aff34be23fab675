package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tools may be strict: the model can still write all valid arguments. */
class StrictSchemasTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // members in one of several schemas
        """
        {"type": "object", "properties": {"kind": {"type": "string"}}, "oneOf": [
          {"properties": {"path": {"type": "string"}}, "required": ["path"]},
          {"properties": {"url": {"type": "string"}}, "required": ["url"]}]}
        """,
        """
        {"type": "object", "properties": {"kind": {"type": "string"}},
         "anyOf": [{"required": ["path"]}, {"required": ["kind"]}]}
        """,
        // what generators write for inheritance
        """
        {"allOf": [{"$ref": "#/$defs/Base"},
          {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}],
         "$defs": {"Base": {"type": "object", "properties": {"id": {"type": "string"}}}}}
        """,
        """
        {"type": "object", "$defs": {"Base": {"type": "object", "properties": {}}}, "properties":
          {"a": {"$ref": "#/$defs/Base", "properties": {"x": {"type": "string"}},
                 "required": ["x"]}}}
        """,
        // members in a choice below, and beside one
        """
        {"type": "object", "properties": {"a": {"type": "object",
          "properties": {"kind": {"type": "string"}}, "anyOf": [
            {"type": "object", "properties": {"x": {"type": "string"}}},
            {"type": "object", "properties": {"y": {"type": "string"}}}]}}}
        """,
        """
        {"type": "object", "properties": {"a": {"properties": {"kind": {"type": "string"}},
          "anyOf": [{"type": "object", "properties": {"x": {"type": "string"}}}]}}}
        """,
        // members under a condition
        """
        {"type": "object", "properties": {"kind": {"type": "string"}},
         "if": {"properties": {"kind": {"const": "f"}}}, "then": {"required": ["path"]}}
        """,
        """
        {"type": "object", "properties": {"kind": {"type": "string"}},
         "dependentRequired": {"kind": ["path"]}}
        """,
        """
        {"type": "object", "properties": {"kind": {"type": "string"}},
         "dependentSchemas": {"kind": {"properties": {"path": {"type": "string"}}}}}
        """,
        """
        {"type": "object", "properties": {"kind": {"type": "string"}},
         "dependencies": {"kind": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}
        """,
        """
        {"type": "object", "properties": {"kind": {"type": "string"}},
         "unevaluatedProperties": {"type": "string"}}
        """,
        // members of a member
        """
        {"type": "object", "properties": {"a": {"type": "object", "properties": {}}},
         "anyOf": [{"properties": {"a": {"required": ["x"]}}}]}
        """,
        // any members
        """
        {"type": "object"}
        """
      })
  void isNotStrictIfStrictModeWouldForbidMembers(String schema) {
    AdaptedSchema adapted = adapted(schema);

    assertThat(adapted.strict()).isFalse();
    assertThat(adapted.losses())
        .singleElement()
        .satisfies(loss -> assertThat(loss.description()).startsWith("prevents strict mode"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
         "anyOf": [{"required": ["a"]}, {"properties": {"b": {"const": "x"}}}],
         "if": {"required": ["a"]}, "then": {"properties": {"b": {"minLength": 2}}}, "else": true,
         "dependentRequired": {"a": ["b"]}, "unevaluatedProperties": false,
         "not": {"required": ["c"]}}
        """,
        """
        {"type": "object", "properties": {"o": {"type": "object", "properties": {
          "a": {"type": "string"}, "b": {"type": "string"}},
          "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}}}
        """,
        """
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/A", "title": "It", "maxLength": 2}},
         "$defs": {"A": {"type": "string"}}}
        """,
        """
        {"type": "object", "additionalProperties": false}
        """
      })
  void whatNarrowsTheNamedMembersIsToldInWords(String schema) {
    AdaptedSchema adapted = adapted(schema);

    assertThat(adapted.losses()).isEmpty();
    assertThat(adapted.strict()).isTrue();
  }

  @Test
  void reportsOptionalPropertiesThatAlreadyAllowNull() {
    AdaptedSchema adapted =
        adapted(
            """
            {"type": "object", "required": ["must"], "properties": {
              "list": {"type": ["string", "null"]}, "any": {"anyOf": [{"type": "integer"},
                {"type": "null"}]}, "values": {"enum": ["a", null]}, "only": {"const": null},
              "must": {"type": ["string", "null"]}, "not": {"type": "string"},
              "pydantic": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": null}}}
            """);

    assertThat(adapted.strict()).isTrue();
    assertThat(adapted.losses())
        .allMatch(loss -> loss.description().startsWith("may be omitted or null"))
        .extracting(SchemaLoss::place)
        .containsExactly(
            "#/properties/list", "#/properties/any", "#/properties/values", "#/properties/only");
  }

  private static AdaptedSchema adapted(String schema) {
    return AdaptedSchema.of(Json.readObject(schema), "d", SchemaProfile.OPENAI_STRICT);
  }
}
