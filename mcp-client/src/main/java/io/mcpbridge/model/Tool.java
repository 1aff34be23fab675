package io.mcpbridge.model;

import io.mcpbridge.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool as described by its server. All its texts come from the server and are untrusted.
 *
 * @param name its name on the server; any text, unique on the server
 * @param title a display name
 * @param description its purpose, for the model
 * @param inputSchema the JSON Schema of its arguments, complete and unchanged
 * @param outputSchema the JSON Schema of its structured content (2025-06-18 and later)
 * @param annotations hints about its behavior
 * @param icons its icons (2025-11-25 and later)
 * @param taskSupport {@code forbidden}, {@code optional} or {@code required}, if specified: whether
 *     it can be called as a task (2025-11-25 only)
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

  /** The input schema as one line of JSON, with members in the server's order. */
  public String inputSchemaJson() {
    return Json.write(inputSchema);
  }

  /** The display name: title, otherwise the annotations' title, otherwise name. */
  public String displayName() {
    if (title != null) {
      return title;
    }
    return annotations.title() != null ? annotations.title() : name;
  }

  /**
   * Whether the server lists the tool for its own user interface and not for models (MCP Apps,
   * {@code _meta.ui.visibility}).
   */
  public boolean isForAppsOnly() {
    return meta.get("ui") instanceof Map<?, ?> ui
        && ui.get("visibility") instanceof List<?> visibility
        && visibility.contains("app")
        && !visibility.contains("model");
  }
}
