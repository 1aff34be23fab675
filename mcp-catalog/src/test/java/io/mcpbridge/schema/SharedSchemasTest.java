package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.schema.DefinitionTokens.Measure;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A schema that a server repeats in the arguments of a tool is sent once. */
class SharedSchemasTest {

  private static final String POINT =
      """
      {"type": "object", "description": "A point on the map, in degrees of the WGS 84 datum, as GPS uses it.",
       "properties": {"lon": {"type": "number", "minimum": -180, "maximum": 180},
                      "lat": {"type": "number", "minimum": -90, "maximum": 90}},
       "required": ["lon", "lat"]}
      """;

  private static final String ROUTE =
      """
      {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "properties": {
        "from": %1$s, "to": %1$s, "via": {"type": "array", "items": %1$s}},
       "required": ["from", "to"]}
      """
          .formatted(POINT);

  private static AdaptedSchema verbatim(String schema) {
    return AdaptedSchema.of(Json.readObject(schema), "Finds a route.", SchemaProfile.VERBATIM);
  }

  @Test
  void repeatedSchemaIsSentOnce() {
    Map<String, @Nullable Object> sent = verbatim(ROUTE).inputSchema();

    assertThat(sent)
        .isEqualTo(
            Json.readObject(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/from"}, "to": {"$ref": "#/$defs/from"},
                  "via": {"type": "array", "items": {"$ref": "#/$defs/from"}}},
                 "required": ["from", "to"], "$defs": {"from": %s}}
                """
                    .formatted(POINT)));
    assertThat(verbatim(ROUTE).losses()).isEmpty();
  }

  @Test
  void repeatedSchemaIsSharedWithEqualDefinition() {
    Map<String, @Nullable Object> sent =
        verbatim(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/Point"}, "to": %1$s}, "$defs": {"Point": %1$s}}
                """
                    .formatted(POINT))
            .inputSchema();

    assertThat(sent)
        .isEqualTo(
            Json.readObject(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/Point"}, "to": {"$ref": "#/$defs/Point"}},
                 "$defs": {"Point": %s}}
                """
                    .formatted(POINT)));
  }

  @Test
  void schemaWithinRepeatedSchemaIsNotSharedItself() {
    String line =
        "{\"type\": \"array\", \"description\": \"A line.\", \"items\": %s}".formatted(POINT);
    Map<String, @Nullable Object> sent =
        verbatim(
                "{\"type\": \"object\", \"properties\": {\"a\": %1$s, \"b\": %1$s}}"
                    .formatted(line))
            .inputSchema();

    assertThat(sent.get("$defs")).isEqualTo(Json.readObject("{\"a\": " + line + "}"));
  }

  @Test
  void nameOfOtherDefinitionIsNotTaken() {
    String sent =
        Json.write(
            verbatim(
                    """
                    {"type": "object", "properties": {
                      "from": %1$s, "to": %1$s, "mode": {"$ref": "#/$defs/from"}},
                     "$defs": {"from": {"enum": ["car", "bicycle"]}}}
                    """
                        .formatted(POINT))
                .inputSchema());

    assertThat(sent)
        .contains("\"from\":{\"$ref\":\"#/$defs/from_2\"}", "\"mode\":{\"$ref\":\"#/$defs/from\"}");
  }

  @Test
  void keepsSmallRepetitionAndReferencesIntoProperties() {
    String small =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}}}";
    String into =
        """
        {"type": "object", "properties": {"a": %1$s, "b": %1$s,
          "lon": {"$ref": "#/properties/a/properties/lon"}}}
        """
            .formatted(POINT);

    assertThat(verbatim(small).inputSchemaJson()).isEqualTo(small);
    assertThat(verbatim(into).inputSchema()).isEqualTo(Json.readObject(into));
  }

  @Test
  void definitionWhoseNameNeedsEscapingIsNotReferredToByItsPlainName() {
    Map<String, @Nullable Object> sent =
        verbatim(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/geo~1Point"}, "to": %1$s}, "$defs": {"geo/Point": %1$s}}
                """
                    .formatted(POINT))
            .inputSchema();

    assertThat(sent)
        .isEqualTo(
            Json.readObject(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/geo~1Point"}, "to": {"$ref": "#/$defs/geo_Point"}},
                 "$defs": {"geo/Point": {"$ref": "#/$defs/geo_Point"}, "geo_Point": %s}}
                """
                    .formatted(POINT)));
  }

  @Test
  void equalDefinitionsWhoseNamesNeedEscapingLeadToOneSchema() {
    Map<String, @Nullable Object> sent =
        verbatim(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/geo~1Point"}, "to": {"$ref": "#/$defs/50%%25~0Pos"}},
                 "$defs": {"geo/Point": %1$s, "50%%~Pos": %1$s}}
                """
                    .formatted(POINT))
            .inputSchema();

    assertThat(sent)
        .containsEntry(
            "$defs",
            Json.readObject(
                """
                {"geo/Point": {"$ref": "#/$defs/geo_Point"},
                 "50%%~Pos": {"$ref": "#/$defs/geo_Point"}, "geo_Point": %s}
                """
                    .formatted(POINT)));
  }

  @Test
  void definitionWithPlainNameIsPreferred() {
    String sent =
        verbatim(
                """
                {"type": "object", "properties": {
                  "from": {"$ref": "#/$defs/geo~1Point"}, "to": {"$ref": "#/$defs/Point"}},
                 "$defs": {"geo/Point": %1$s, "Point": %1$s}}
                """
                    .formatted(POINT))
            .inputSchemaJson();

    assertThat(sent).contains("\"geo/Point\":{\"$ref\":\"#/$defs/Point\"}");
  }

  @Test
  void keepsShortSchemasHoweverOftenTheyOccur() {
    String sent =
        IntStream.range(0, 40)
            .mapToObj(n -> "\"p" + n + "\":{\"type\":[\"string\",\"null\"]}")
            .collect(Collectors.joining(",", "{\"type\":\"object\",\"properties\":{", "}}"));

    assertThat(verbatim(sent).inputSchemaJson()).isEqualTo(sent);
  }

  @Test
  void keepsRepeatedReferences() {
    String reference =
        "{\"$ref\": \"#/$defs/Point\", \"description\": \"%s\"}".formatted("Here. ".repeat(40));
    String schema =
        """
        {"type": "object", "properties": {"from": %1$s, "to": %1$s, "via": %1$s},
         "$defs": {"Point": %2$s}}
        """
            .formatted(reference, POINT);

    assertThat(verbatim(schema).inputSchema()).isEqualTo(Json.readObject(schema));
  }

  /** Their adapters send no definitions, or their models follow references badly. */
  @Test
  void otherFormsRepeatTheSchema() {
    for (SchemaProfile profile : SchemaProfile.values()) {
      boolean isShared =
          AdaptedSchema.of(Json.readObject(ROUTE), "Finds a route.", profile)
              .inputSchemaJson()
              .contains("$ref");
      assertThat(isShared)
          .as(profile.name())
          .isEqualTo(
              profile == SchemaProfile.VERBATIM || profile == SchemaProfile.VERBATIM_BELOW_ROOT);
    }
  }

  @Test
  void reducedSchemaKeepsKeywordsOfRoot() {
    Map<String, @Nullable Object> reduced =
        AdaptedSchema.reduced(
            Json.readObject(
                """
                {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
                 "properties": {"a": {"$ref": "#/definitions/A"}}, "minProperties": 1,
                 "additionalProperties": false,
                 "definitions": {"A": {"type": "string"}, "Unused": %s}}
                """
                    .formatted(POINT)));

    assertThat(reduced)
        .isEqualTo(
            Json.readObject(
                """
                {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "minProperties": 1,
                 "additionalProperties": false, "$defs": {"A": {"type": "string"}}}
                """));
  }

  @Test
  void schemaThatIsNoObjectIsNotReduced() {
    Map<String, @Nullable Object> array = Json.readObject("{\"type\": \"array\"}");

    assertThat(AdaptedSchema.reduced(array)).isSameAs(array);
  }

  @Test
  void tokensSayWhatEachMeasureSaved() {
    Map<String, @Nullable Object> schema =
        Json.readObject(
            ROUTE.strip().replaceAll("}$", "")
                + ", \"additionalProperties\": false, \"$defs\": {\"Unused\": %s}}"
                    .formatted(POINT));

    DefinitionTokens tokens =
        DefinitionTokens.of("route", "Finds a route.", schema, SchemaProfile.VERBATIM);
    DefinitionTokens inlined =
        DefinitionTokens.of("route", "Finds a route.", schema, SchemaProfile.INLINED);

    int point = Json.write(Json.readObject(POINT)).length() / 4;
    assertThat(tokens.listed() - tokens.sent())
        .isEqualTo(tokens.saved().values().stream().mapToInt(Integer::intValue).sum());
    assertThat(tokens.saved())
        .hasEntrySatisfying(
            Measure.UNREACHABLE_DEFINITIONS,
            saved -> assertThat(saved).isBetween(point, point + 10))
        .hasEntrySatisfying(Measure.SCHEMA_KEYWORDS, saved -> assertThat(saved).isBetween(10, 20))
        .hasEntrySatisfying(
            Measure.REPEATED_SCHEMAS,
            saved -> assertThat(saved).isBetween(2 * point - 30, 2 * point - 1))
        .hasEntrySatisfying(Measure.FORM, saved -> assertThat(saved).isBetween(6, 9));
    assertThat(inlined.saved()).containsEntry(Measure.REPEATED_SCHEMAS, 0);
    assertThat(inlined.sent())
        .isEqualTo(tokens.sent() + tokens.saved().get(Measure.REPEATED_SCHEMAS));
  }

  @Test
  void toolThatIsLeftOutTakesNoTokens() {
    DefinitionTokens tokens =
        DefinitionTokens.of(
            "route", "Finds.", Json.readObject("{\"type\": \"array\"}"), SchemaProfile.VERBATIM);

    assertThat(tokens.sent()).isZero();
    assertThat(tokens.saved()).containsEntry(Measure.FORM, tokens.listed());
  }
}
