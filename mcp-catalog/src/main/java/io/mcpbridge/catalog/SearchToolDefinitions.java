package io.mcpbridge.catalog;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.selection.Visibility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The definitions of the tools by which a model finds and calls others. */
final class SearchToolDefinitions {

  static final String SEARCH = "search_tools";
  static final String DESCRIBE = "describe_tool";
  static final String CALL = "call_tool";

  static final String QUERIES = "queries";
  static final String SERVER_ARGUMENT = "server";
  static final String NAMES = "names";
  static final String NAME = "name";
  static final String ARGUMENTS = "arguments";

  private static final String LOADED_NAMES =
      ", \"names\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\":"
          + " \"Instead of queries: names of found tools to make available.\"}";

  private static final ToolAnnotations READ_ONLY =
      new ToolAnnotations(null, true, false, true, false);

  private static final CatalogTool DESCRIBE_TOOL =
      tool(
          DESCRIBE,
          "Returns the full descriptions and the input schemas of tools that "
              + SEARCH
              + " found, for arguments that are not clear from there.",
          """
          {"type": "object", "properties": {
             "names": {"type": "array", "items": {"type": "string"}, "description": "The tools' names, as found."}},
           "required": ["names"], "additionalProperties": false}\
          """,
          READ_ONLY);

  private static final CatalogTool CALL_TOOL =
      tool(
          CALL,
          "Calls a tool that " + SEARCH + " found, and returns its result.",
          """
          {"type": "object", "properties": {
             "name": {"type": "string", "description": "The tool's name, as found or as in the note of a result."},
             "arguments": {"type": "object", "description": "The tool's arguments by name, as its signature or schema says; those with * are required.", "additionalProperties": true}},
           "required": ["name"], "additionalProperties": false}\
          """,
          ToolAnnotations.none());

  private SearchToolDefinitions() {}

  /**
   * The definitions, which are the same as long as the map is.
   *
   * @param serverMap a line for each server
   */
  static List<CatalogTool> tools(ToolSearchStyle style, String serverMap) {
    boolean isLoading = style == ToolSearchStyle.LOAD;
    String instruction =
        isLoading
            ? "The best ones become available: call them by name."
            : "Then call what fits with " + CALL + ".";
    CatalogTool search =
        tool(
            SEARCH,
            ("Finds tools by what they do. Most tools are not listed: search before you say that"
                    + " something is impossible. Write what the tool does, not the user's words: a verb"
                    + " and an object in English, in two or three usual wordings, with the product if"
                    + " there is one. For \"I am off next week\": [\"request leave\", \"create"
                    + " absence\"]. %s Without queries, lists all tools of a server by name.%s")
                .formatted(instruction, serverMap),
            """
            {"type": "object", "properties": {
               "queries": {"type": "array", "items": {"type": "string"}, "description": "Two or three wordings of one thing to do."},
               "server": {"type": "string", "description": "Only tools of this server."}%s},
             "additionalProperties": false}\
            """
                .formatted(isLoading ? LOADED_NAMES : ""),
            READ_ONLY);
    return isLoading ? List.of(search) : List.of(search, DESCRIBE_TOOL, CALL_TOOL);
  }

  /**
   * The tool's own arguments in a call of {@code call_tool}; what a model wrote beside the name
   * instead is taken as well.
   */
  static String innerArguments(Map<String, @Nullable Object> arguments) {
    Object inner = arguments.get(ARGUMENTS);
    if (inner instanceof String text) {
      return text;
    }
    if (inner != null) {
      return Json.write(inner);
    }
    Map<String, @Nullable Object> remaining = new LinkedHashMap<>(arguments);
    remaining.remove(NAME);
    remaining.remove(ARGUMENTS);
    return Json.write(remaining);
  }

  private static CatalogTool tool(
      String name, String description, String inputSchema, ToolAnnotations annotations) {
    Tool tool =
        new Tool(
            name,
            null,
            description,
            Json.readObject(inputSchema),
            null,
            annotations,
            List.of(),
            null,
            Map.of());
    return new CatalogTool(name, SearchTools.SERVER, tool, tool, Visibility.OFFERED);
  }
}
