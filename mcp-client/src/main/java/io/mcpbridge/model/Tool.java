package io.mcpbridge.model;

import io.mcpbridge.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool as its server describes it. Every text in it is the server's and untrusted.
 *
 * @param name the server's name for it; any text, unique on the server
 * @param title a name for people
 * @param description what it does, for the model
 * @param inputSchema the JSON Schema of its arguments, whole and untouched
 * @param outputSchema the JSON Schema of its structured content (2025-06-18 and later)
 * @param annotations hints about its behaviour
 * @param icons pictures for it (2025-11-25 and later)
 * @param taskSupport {@code forbidden}, {@code optional} or {@code required}, if it says whether it
 *     can be called as a task (2025-11-25 only)
 * @param meta the tool's {@code _meta}
 */
public record Tool(
    String name,
    @Nullable String title,
    @Nullable String description,
    Map<String, @Nullable Object> inputSchema,
    @Nullable Map<String, @Nullable Object> outputSchema,
    ToolAnnotations annotations,
    List<Icon> icons,
    @Nullable String taskSupport,
    Map<String, @Nullable Object> meta) {

  /** Copies the list. */
  public Tool {
    icons = List.copyOf(icons);
  }

  /** The input schema as one line of JSON, members in the server's order. */
  public String inputSchemaJson() {
    return Json.write(inputSchema);
  }

  /** The name to show to people: title, else the annotations' title, else name. */
  public String displayName() {
    if (title != null) {
      return title;
    }
    return annotations.title() != null ? annotations.title() : name;
  }
}
