package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.List;
import java.util.Map;

/** The definitions of the tools that {@link ResourceTools} implements. */
final class ResourceToolDefinitions {

  static final String LIST = "list_resources";
  static final String READ = "read_resource";
  static final String CURSOR = "cursor";
  static final String URI = "uri";

  private static final ToolAnnotations READ_ONLY =
      new ToolAnnotations(null, true, false, true, null);

  private ResourceToolDefinitions() {}

  /** The tools to add to a server's own. A server's tool with the same name takes precedence. */
  static List<Tool> besides(List<Tool> serverTools, String server) {
    return tools(server).stream()
        .filter(
            tool -> serverTools.stream().noneMatch(existing -> existing.name().equals(tool.name())))
        .toList();
  }

  private static List<Tool> tools(String server) {
    return List.of(
        tool(
            LIST,
            "Lists the resources of the server \"%s\" with their URIs.".formatted(server),
            """
            {"type": "object", "properties": {
               "cursor": {"type": "string", "description": "Where to continue: the cursor at the end of the previous list."}},
             "additionalProperties": false}\
            """),
        tool(
            READ,
            ("Reads a resource of the server \"%s\": one from its list of resources, or one that a"
                    + " result of its tools names.")
                .formatted(server),
            """
            {"type": "object", "properties": {
               "uri": {"type": "string", "description": "The URI of the resource, exactly as listed or named."}},
             "required": ["uri"], "additionalProperties": false}\
            """));
  }

  private static Tool tool(String name, String description, String inputSchema) {
    return new Tool(
        name,
        null,
        description,
        Json.readObject(inputSchema),
        null,
        READ_ONLY,
        List.of(),
        null,
        Map.of());
  }
}
