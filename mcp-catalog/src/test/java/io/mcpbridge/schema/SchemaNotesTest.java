package io.mcpbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The length of a tool's description, by model. */
class SchemaNotesTest {

  private static final Map<String, Object> LIMITED =
      Json.readObject(
          """
          {"type": "object", "title": "Args", "description": "All of it.",
           "properties": {"a": {"type": "string"}}, "minProperties": 1}
          """);

  @ParameterizedTest
  @EnumSource(names = {"VERBATIM", "AZURE_OPENAI"})
  void limitsDescriptionForProvidersOfOpenAiModels(SchemaProfile profile) {
    for (int length : new int[] {1, 950, 1023, 1024, 1025, 5000}) {
      AdaptedSchema adapted = adapted("x".repeat(length), profile);

      assertThat(adapted.description()).hasSizeLessThanOrEqualTo(1024).startsWith("x");
      if (length > 1) {
        assertThat(adapted.description() + adapted.inputSchema().get("description"))
            .contains("minProperties", "title", "All of it.");
      }
      assertThat(adapted.losses()).isEmpty();
    }
  }

  @Test
  void splitsLongDescriptionAfterSentence() {
    String sentences = "It finds files. ".repeat(100).strip();

    AdaptedSchema adapted = adapted(sentences, SchemaProfile.VERBATIM);

    assertThat(adapted.description()).endsWith("It finds files. …").hasSizeBetween(900, 1024);
    assertThat(adapted.inputSchema().get("description").toString())
        .startsWith("… It finds files. It finds files.");
    assertThat(rejoined(adapted)).startsWith(sentences);
  }

  @Test
  void splitsLongSentenceBetweenWords() {
    String words = "somewhere ".repeat(200).strip();

    AdaptedSchema adapted = adapted(words, SchemaProfile.VERBATIM);

    assertThat(adapted.description()).endsWith(" somewhere …").hasSizeBetween(1000, 1024);
    assertThat(rejoined(adapted)).startsWith(words);
  }

  @Test
  void cutsTextWithoutSpacesBetweenCodePoints() {
    String faces = "x" + "\uD83D\uDE00".repeat(1000);

    AdaptedSchema adapted = adapted(faces, SchemaProfile.VERBATIM);

    assertThat(adapted.description()).endsWith("\uDE00 …").hasSizeBetween(1000, 1024);
    assertThat(rejoined(adapted).replace(" ", "")).startsWith(faces);
  }

  private static String rejoined(AdaptedSchema adapted) {
    return adapted.description().replaceFirst("…$", "")
        + adapted.inputSchema().get("description").toString().substring(2);
  }

  @Test
  void movesRootDescriptionToToolDescription() {
    AdaptedSchema adapted = adapted("Does it.", SchemaProfile.VERBATIM);

    assertThat(adapted.description()).contains("minProperties", "title", "All of it.");
    assertThat(adapted.inputSchema()).doesNotContainKey("description");
    assertThat(adapted.losses()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"VERBATIM_BELOW_ROOT", "INLINED", "TYPED"})
  void doesNotLimitDescriptionForOtherProfiles(SchemaProfile profile) {
    AdaptedSchema adapted = adapted("x".repeat(5000), profile);

    assertThat(adapted.description())
        .startsWith("x".repeat(5000))
        .contains("minProperties", "title", "All of it.");
    assertThat(adapted.losses()).isEmpty();
  }

  private static AdaptedSchema adapted(String description, SchemaProfile profile) {
    return AdaptedSchema.of(LIMITED, description, profile);
  }
}
