package io.mcpbridge.langchain4j.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long the description of a tool becomes, for whose models. */
class TellingTest {

  private static final Map<String, Object> AS_ZOD_WRITES_IT =
      Json.readObject(
          """
          {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "title": "Args",
           "description": "All of it.", "properties": {"a": {"type": "string"}},
           "additionalProperties": false}
          """);

  @ParameterizedTest
  @EnumSource(
      value = ModelProvider.class,
      names = {"OPEN_AI", "AZURE_OPEN_AI", "GITHUB_MODELS", "MICROSOFT_FOUNDRY"})
  void noLongerThanThoseTakeWhoOfferOpenAisModels(ModelProvider provider) {
    for (int length : new int[] {1, 950, 1023, 1024, 1025, 5000}) {
      AdaptedSchema adapted = adapted("x".repeat(length), SchemaProfile.of(provider));

      assertThat(adapted.description()).hasSizeLessThanOrEqualTo(1024).startsWith("x");
      if (length > 1) {
        assertThat(adapted.description() + adapted.parameters().description())
            .contains("additionalProperties", "$schema", "title", "All of it.");
        assertThat(adapted.losses()).extracting(SchemaLoss::place).containsExactly("#");
      } else {
        assertThat(adapted.losses()).isEmpty();
      }
    }
  }

  @Test
  void nothingStaysInTheDescriptionOfTheRootThatOneOfTheAdaptersForOpenAiDoesNotSend() {
    AdaptedSchema adapted = adapted("Does it.", SchemaProfile.of(ModelProvider.OPEN_AI));

    assertThat(adapted.description())
        .contains("additionalProperties", "$schema", "title", "All of it.");
    assertThat(adapted.parameters().description()).isNull();
    assertThat(adapted.losses()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelProvider.class,
      names = {"ANTHROPIC", "AMAZON_BEDROCK", "MISTRAL_AI", "OLLAMA", "GOOGLE_GENAI"})
  void asLongAsItIsForTheOthers(ModelProvider provider) {
    AdaptedSchema adapted = adapted("x".repeat(5000), SchemaProfile.of(provider));

    assertThat(adapted.description())
        .startsWith("x".repeat(5000))
        .contains("additionalProperties", "$schema", "title", "All of it.");
    assertThat(adapted.losses()).isEmpty();
  }

  @Test
  void modelsThatDoNotSayWhoseTheyAreAreSentNoReferences() {
    Map<String, Object> schema =
        Json.readObject(
            """
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}},
             "$defs": {"A": {"type": "string"}}}
            """);

    for (SchemaProfile profile :
        new SchemaProfile[] {SchemaProfile.of(ModelProvider.OTHER), SchemaProfile.of(null)}) {
      AdaptedSchema adapted = AdaptedSchema.of(schema, "d", profile);
      assertThat(adapted.parameters().definitions()).isEmpty();
      assertThat(adapted.parameters().toString()).doesNotContain("$ref");
    }
  }

  private static AdaptedSchema adapted(String description, SchemaProfile profile) {
    return AdaptedSchema.of(AS_ZOD_WRITES_IT, description, profile);
  }
}
