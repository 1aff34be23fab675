package io.mcpbridge.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of adapting one tool. A tool that cannot be offered does not affect the others.
 *
 * @param schema the adapted schema; {@code null} if the tool is left out
 * @param report describes what is missing; {@code null} if nothing is
 */
public record AdaptedTool(@Nullable AdaptedSchema schema, @Nullable SchemaReport report) {

  /**
   * Adapts a tool; never throws.
   *
   * @param server the server's key
   * @param name the server-side tool name
   * @param inputSchema the schema to adapt
   * @param description the description to adapt
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

  /** Drops a generated title that only repeats the tool's name. */
  private static Map<String, @Nullable Object> withoutTitleOf(
      String name, Map<String, @Nullable Object> inputSchema) {
    if (!(inputSchema.get("title") instanceof String title)
        || !letters(title).startsWith(letters(name))) {
      return inputSchema;
    }
    Map<String, @Nullable Object> untitled = new LinkedHashMap<>(inputSchema);
    untitled.remove("title");
    return untitled;
  }

  private static String letters(String text) {
    return text.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }

  private static AdaptedTool leftOut(
      String server, String name, SchemaProfile profile, String reason) {
    return new AdaptedTool(null, new SchemaReport(server, name, profile, reason, List.of()));
  }
}
