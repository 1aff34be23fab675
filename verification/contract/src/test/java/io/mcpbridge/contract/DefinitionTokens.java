package io.mcpbridge.contract;

import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.internal.schema.ReachableDefinitions;
import io.mcpbridge.json.Json;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaProfile;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * About how many tokens a tool's definition (name, description and input schema) takes in each
 * request to a model, and what each measure saved. Estimated by {@link TokenEstimate}.
 *
 * @param listed tokens of the definition as its server lists it, without layout
 * @param sent tokens of the definition as it is sent; 0 if the tool is not offered to models
 * @param saved tokens that each measure saved, {@code listed - sent} in total; negative if a
 *     profile's schema is longer, such as one with inlined references
 */
record DefinitionTokens(int listed, int sent, Map<Measure, Integer> saved) {

  /** What makes definitions smaller, in the order of application. */
  enum Measure {

    /** Definitions to which the arguments do not refer are not sent. */
    UNREACHABLE_DEFINITIONS,

    /** {@code $schema}, {@code $id}, {@code $comment} and {@code $vocabulary} are not sent. */
    SCHEMA_KEYWORDS,

    /**
     * The profile's form: such as without a title that repeats the tool's name, without {@code
     * additionalProperties} of the root, or with a shorter description.
     */
    FORM
  }

  /** Copies the map. */
  DefinitionTokens {
    Map<Measure, Integer> copy = new EnumMap<>(Measure.class);
    copy.putAll(saved);
    saved = Collections.unmodifiableMap(copy);
  }

  /**
   * Estimates the tokens of a tool's definition.
   *
   * @param name the name by which the model calls the tool
   * @param description the tool's description
   * @param inputSchema the server's schema
   * @param profile the form in which the schema is sent
   */
  static DefinitionTokens of(
      String name,
      String description,
      Map<String, @Nullable Object> inputSchema,
      SchemaProfile profile) {
    Steps steps = new Steps(TokenEstimate.ofDefinition(name, description, Json.write(inputSchema)));
    Map<String, @Nullable Object> reachable =
        ReachableDefinitions.without(location -> true, inputSchema);
    steps.apply(Measure.UNREACHABLE_DEFINITIONS, name, description, reachable);
    AdaptedSchema adapted = AdaptedTool.of("", name, reachable, description, profile).schema();
    if (adapted == null) {
      return steps.leftOut();
    }
    steps.apply(Measure.SCHEMA_KEYWORDS, name, description, AdaptedSchema.reduced(reachable));
    steps.apply(Measure.FORM, name, adapted.description(), adapted.inputSchema());
    return steps.sent();
  }

  private static final class Steps {

    private final int listed;
    private final Map<Measure, Integer> saved = new EnumMap<>(Measure.class);
    private int current;

    Steps(int listed) {
      this.listed = listed;
      this.current = listed;
    }

    void apply(
        Measure measure, String name, String description, Map<String, @Nullable Object> schema) {
      int before = current;
      current = TokenEstimate.ofDefinition(name, description, Json.write(schema));
      saved.put(measure, before - current);
    }

    DefinitionTokens leftOut() {
      saved.put(Measure.FORM, current);
      current = 0;
      return sent();
    }

    DefinitionTokens sent() {
      for (Measure measure : Measure.values()) {
        saved.putIfAbsent(measure, 0);
      }
      return new DefinitionTokens(listed, current, saved);
    }
  }
}
