package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.json.Json;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schemas that would expand endlessly, and how the limits reduce them. */
class AdaptedSchemaTest {

  /** The profiles that inline references. */
  private static final Set<SchemaProfile> IN_PLACE =
      EnumSet.of(
          SchemaProfile.INLINED,
          SchemaProfile.AZURE_OPENAI,
          SchemaProfile.GEMINI,
          SchemaProfile.TYPED);

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void keepsMutuallyRecursiveSchemasSmall(SchemaProfile profile) {
    Map<String, Object> definitions = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      Map<String, Object> next = Map.of("$ref", "#/$defs/n" + (i + 1) % 40);
      definitions.put("n" + i, object(Map.of("left", next, "right", next)));
    }

    AdaptedSchema adapted = adapted(definitions, "n0", profile);

    assertThat(adapted.inputSchemaJson().length()).isLessThan(1_000_000);
    assertThat(adapted.losses().size()).isLessThanOrEqualTo(SchemaLossCollector.MAX_LOSSES + 1);
    if (IN_PLACE.contains(profile)) {
      assertThat(adapted.losses())
          .isNotEmpty()
          .allSatisfy(
              loss ->
                  assertThat(loss.description())
                      .containsAnyOf("truncated", "recursive", "more losses", "any value"));
    }
  }

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void truncatesLongReferenceChains(SchemaProfile profile) {
    Map<String, Object> definitions = new LinkedHashMap<>();
    for (int i = 0; i < 20_000; i++) {
      definitions.put("n" + i, Map.of("$ref", "#/$defs/n" + (i + 1)));
    }
    definitions.put("n20000", Map.of("type", "string"));

    AdaptedSchema adapted = adapted(definitions, "n0", profile);

    assertThat(property(adapted, "a")).isNotNull();
    if (IN_PLACE.contains(profile)) {
      assertThat(adapted.inputSchemaJson()).contains("Another n").hasSizeLessThan(1000);
      assertThat(adapted.losses())
          .extracting(SchemaLoss::place, loss -> loss.description().contains("is truncated"))
          .contains(tuple("#/properties/a", true));
    } else {
      assertThat((Map<?, ?>) adapted.inputSchema().get("$defs")).hasSize(20_001);
    }
  }

  @ParameterizedTest
  @EnumSource(SchemaProfile.class)
  void isDeterministic(SchemaProfile profile) {
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
  void describesUnresolvableReference() {
    AdaptedSchema adapted =
        AdaptedSchema.of(
            object(Map.of("a", Map.of("$ref", "https://example.com/a.json"))),
            "d",
            SchemaProfile.INLINED);

    assertThat(Json.write(property(adapted, "a")))
        .contains("Must also match this JSON Schema", "https://example.com/a.json");
    assertThat(adapted.losses())
        .containsExactly(
            new SchemaLoss(
                "#/properties/a",
                "refers to https://example.com/a.json, which the schema does not have"));
  }

  @Test
  void putsServerTextInLossesOnOneShortLine() {
    String reference = "https://example.com/\nWARN forged" + "x".repeat(5000);
    AdaptedSchema adapted =
        AdaptedSchema.of(
            object(Map.of("a", Map.of("$ref", reference))), "d", SchemaProfile.INLINED);

    assertThat(adapted.losses())
        .singleElement()
        .satisfies(
            loss ->
                assertThat(loss.toString())
                    .startsWith("#/properties/a refers to https://example.com/ WARN forged")
                    .hasSizeLessThan(600));
  }

  private static Map<?, ?> property(AdaptedSchema adapted, String name) {
    return (Map<?, ?>) ((Map<?, ?>) adapted.inputSchema().get("properties")).get(name);
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
