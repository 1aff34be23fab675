package io.mcpbridge.revision;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads tools and what they answer; a tool that cannot be read is left out, the others stay. */
final class ToolReader {

  private ToolReader() {}

  /**
   * @throws McpProtocolException if the result has no array of tools: taking that for an empty one
   *     would make tools disappear silently
   */
  static ListToolsResult list(JsonObject result) {
    if (!(result.get("tools") instanceof List)) {
      throw new McpProtocolException("the result of tools/list has no array \"tools\"");
    }
    List<Tool> tools = new ArrayList<>();
    List<String> omitted = new ArrayList<>();
    for (Object value : result.list("tools")) {
      JsonObject json = JsonObject.orNull(value);
      String name = json == null ? null : json.string("name");
      if (json == null || name == null) {
        omitted.add("a tool without a name was left out: it is " + JsonObject.kind(value));
      } else if (json.object("inputSchema") == null) {
        omitted.add("the tool \"" + name + "\" was left out: its inputSchema is no JSON object");
      } else {
        tools.add(tool(name, json));
      }
    }
    return new ListToolsResult(tools, result.string("nextCursor"), omitted, result.map("_meta"));
  }

  /** The tools of a sampling request; what is none is left out. */
  static List<Tool> tools(JsonObject params) {
    return params.get("tools") instanceof List ? list(params).tools() : List.of();
  }

  /** Content that is no array is kept as one unknown block, so that nothing is lost. */
  static CallToolResult called(JsonObject result) {
    Object content = result.get("content");
    List<ContentBlock> blocks =
        content == null || content instanceof List
            ? result.list("content").stream().map(ContentReader::read).toList()
            : List.of(ContentReader.read(content));
    return new CallToolResult(
        blocks,
        result.has("structuredContent")
            ? new StructuredContent(result.get("structuredContent"))
            : null,
        Boolean.TRUE.equals(result.bool("isError")),
        result.map("_meta"));
  }

  private static Tool tool(String name, JsonObject json) {
    JsonObject outputSchema = json.object("outputSchema");
    return new Tool(
        name,
        json.string("title"),
        json.string("description"),
        json.map("inputSchema"),
        outputSchema == null ? null : outputSchema.toMap(),
        annotations(json.object("annotations")),
        json.map("_meta"));
  }

  private static ToolAnnotations annotations(@Nullable JsonObject json) {
    return json == null
        ? ToolAnnotations.none()
        : new ToolAnnotations(
            json.string("title"),
            json.bool("readOnlyHint"),
            json.bool("destructiveHint"),
            json.bool("idempotentHint"),
            json.bool("openWorldHint"));
  }
}
