package io.mcpbridge.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one tool in the form that a model takes. A tool that no model could be offered costs
 * no other tool.
 *
 * @param schema what the model is told, or {@code null} if the tool has to be left out
 * @param report of a tool that is left out, or told with less than its schema says
 */
public record AdaptedTool(@Nullable AdaptedSchema schema, @Nullable SchemaReport report) {

  /**
   * Adapts a tool; throws nothing.
   *
   * @param server the key of the server that has it
   * @param name its server's name for it
   * @param inputSchema as it is to be shown to models
   * @param description as it is to be shown to models
   */
  public static AdaptedTool of(
      String server,
      String name,
      Map<String, @Nullable Object> inputSchema,
      String description,
      SchemaProfile profile) {
    try {
      AdaptedSchema schema =
          AdaptedSchema.of(withoutTitleOf(name, inputSchema), description, profile);
      return new AdaptedTool(
          schema,
          schema.losses().isEmpty()
              ? null
              : new SchemaReport(server, name, profile, null, schema.losses()));
    } catch (UnsendableSchemaException e) {
      return leftOut(server, name, profile, e.reason());
    } catch (RuntimeException | StackOverflowError e) {
      return leftOut(server, name, profile, e.toString());
    }
  }

  /** Generators make a title of the tool's name, which the model reads anyway. */
  private static Map<String, @Nullable Object> withoutTitleOf(
      String name, Map<String, @Nullable Object> inputSchema) {
    if (!(inputSchema.get("title") instanceof String title)
        || !letters(title).startsWith(letters(name))) {
      return inputSchema;
    }
    Map<String, @Nullable Object> others = new LinkedHashMap<>(inputSchema);
    others.remove("title");
    return others;
  }

  private static String letters(String text) {
    return text.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }

  private static AdaptedTool leftOut(
      String server, String name, SchemaProfile profile, String reason) {
    return new AdaptedTool(null, new SchemaReport(server, name, profile, reason, List.of()));
  }
}
