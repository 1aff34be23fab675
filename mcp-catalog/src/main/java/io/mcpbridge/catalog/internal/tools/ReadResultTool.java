package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.List;
import java.util.Map;

/** The tool by which a model reads on in a result that was too long for it. */
public final class ReadResultTool {

  public static final String NAME = "read_result";
  public static final String HANDLE = "handle";
  public static final String POINTER = "pointer";
  public static final String LINES = "lines";
  public static final String SEARCH = "search";
  public static final String OFFSET = "offset";
  public static final String LIMIT = "limit";

  private static final ToolAnnotations READ_ONLY =
      new ToolAnnotations(null, true, false, true, null);

  private ReadResultTool() {}

  /** Whether the catalog adds this tool, rather than the server having one of that name. */
  public static boolean isAdded(CatalogTool tool) {
    return tool.name().equals(NAME) && tool.listed().equals(definition(tool.server()));
  }

  /** The tool to add to a server's own, unless it has one of that name. */
  static List<Tool> besides(List<Tool> serverTools, String server) {
    return serverTools.stream().anyMatch(tool -> tool.name().equals(NAME))
        ? List.of()
        : List.of(definition(server));
  }

  private static Tool definition(String server) {
    return new Tool(
        NAME,
        null,
        "Reads on in a shortened result of the server \"%s\"; costs no new call.".formatted(server),
        Json.readObject(
            """
            {"type": "object", "properties": {
               "handle": {"type": "string", "description": "From the note in the shortened result."},
               "pointer": {"type": "string", "description": "JSON Pointer to one value, such as /items/12."},
               "lines": {"type": "boolean", "description": "Count lines instead of characters."},
               "search": {"type": "string", "description": "Text to find, ignoring case."},
               "offset": {"type": "integer", "minimum": 0, "description": "First character, line, match or array element, from 0."},
               "limit": {"type": "integer", "minimum": 1, "description": "Maximum number of these."}},
             "required": ["handle"], "additionalProperties": false}\
            """),
        null,
        READ_ONLY,
        List.of(),
        null,
        Map.of());
  }
}
