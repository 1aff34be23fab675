package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schemas that apply together, and keywords next to a reference. */
class AllOfMergerTest {

  private static final String COLOR =
      """
      {"type": "object", "properties": {"favorite": {"$ref": "#/$defs/Color", "title": "Favorite",
         "default": {"red": 1}, "examples": [{"red": 2}], "$comment": "outer", "deprecated": false}},
       "$defs": {"Color": {"title": "Color", "default": {"red": 3}, "examples": [{"red": 4}],
         "$comment": "inner", "deprecated": true,
         "type": "object", "properties": {"red": {"type": "integer"}}}}}
      """;

  @ParameterizedTest
  @EnumSource(names = {"INLINED", "GEMINI"})
  void whatIsSaidNearestToTheUseTakesThePlaceOfTheDefinitions(SchemaProfile profile) {
    AdaptedSchema adapted = adapted(COLOR, profile);

    assertThat(Json.write(property(adapted, "favorite")))
        .contains("\"title\":\"Favorite\"", "\"type\":\"object\"", "\"red\":{\"type\":\"integer\"")
        .doesNotContain("allOf", "inner");
    assertThat(adapted.losses()).isEmpty();
  }

  @Test
  void keepsPropertiesOfReferencedObjectWithOwnTitle() {
    AdaptedSchema adapted = adapted(COLOR, SchemaProfile.TYPED);

    assertThat(property(adapted, "favorite").get("properties"))
        .isEqualTo(Map.of("red", Map.of("type", "integer")));
    assertThat(adapted.losses()).isEmpty();
  }

  @Test
  void mergesNumberAndIntegerToInteger() {
    assertThat(AllOfMerger.merge(Map.of("type", "number"), Map.of("type", "integer")))
        .isEqualTo(Map.of("type", "integer"));
    assertThat(AllOfMerger.merge(Map.of("type", "integer"), Map.of("type", "number")))
        .isEqualTo(Map.of("type", "integer"));
    assertThat(AllOfMerger.merge(Map.of("type", "string"), Map.of("type", "integer"))).isNull();
  }

  private static Map<?, ?> property(AdaptedSchema adapted, String name) {
    return (Map<?, ?>) ((Map<?, ?>) adapted.inputSchema().get("properties")).get(name);
  }

  private static AdaptedSchema adapted(String schema, SchemaProfile profile) {
    return AdaptedSchema.of(Json.readObject(schema), "d", profile);
  }
}
