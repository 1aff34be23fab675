package io.mcpbridge.langchain4j.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schemas that would become endless, and what the bounds leave of them. */
@Timeout(60)
class AdaptedSchemaTest {

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void schemasThatReferToEachOtherStaySmall(SchemaProfile profile) {
    Map<String, Object> definitions = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      Map<String, Object> next = Map.of("$ref", "#/$defs/n" + (i + 1) % 40);
      definitions.put("n" + i, object(Map.of("left", next, "right", next)));
    }

    AdaptedSchema adapted = adapted(definitions, "n0", profile);

    assertThat(adapted.parameters().toString().length()).isLessThan(1_000_000);
    assertThat(adapted.losses().size()).isLessThanOrEqualTo(Losses.MOST + 1);
    if (profile == SchemaProfile.INLINED) {
      assertThat(adapted.losses())
          .isNotEmpty()
          .allSatisfy(loss -> assertThat(loss.what()).containsAnyOf("cut", "itself", "loses"));
    }
  }

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void longChainsOfReferencesAreCut(SchemaProfile profile) {
    Map<String, Object> definitions = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      definitions.put("n" + i, Map.of("$ref", "#/$defs/n" + (i + 1)));
    }
    definitions.put("n20000", Map.of("type", "string"));

    assertThat(adapted(definitions, "n0", profile).parameters().properties()).containsKey("a");
  }

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void theSameComesOutTwice(SchemaProfile profile) {
    Map<String, Object> schema =
        Json.readObject(
            """
            {"type": "object", "title": "T", "minProperties": 1, "properties": {
              "a": {"$ref": "#/$defs/A", "description": "first"}, "b": {"const": 1}},
             "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}}}
            """);

    assertThat(AdaptedSchema.of(schema, "d", profile))
        .isEqualTo(AdaptedSchema.of(schema, "d", profile));
  }

  @Test
  void aReferenceThatLeadsNowhereIsToldInWords() {
    AdaptedSchema adapted =
        AdaptedSchema.of(
            object(Map.of("a", Map.of("$ref", "https://example.com/a.json"))),
            "d",
            SchemaProfile.INLINED);

    assertThat(adapted.parameters().properties().get("a").toString())
        .contains("Must also match this JSON Schema", "https://example.com/a.json");
    assertThat(adapted.losses())
        .containsExactly(
            new SchemaLoss(
                "#/properties/a",
                "refers to https://example.com/a.json, which the schema does not have"));
  }

  private static AdaptedSchema adapted(
      Map<String, Object> definitions, String first, SchemaProfile profile) {
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("a", Map.of("$ref", "#/$defs/" + first)),
            "required",
            List.of("a"),
            "$defs",
            definitions);
    return AdaptedSchema.of(schema, "d", profile);
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    return Map.of("type", "object", "properties", properties);
  }
}
