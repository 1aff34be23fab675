package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.StructuredContent;
import java.util.List;

/** The results of each request; what a revision adds to one is simply absent in older ones. */
final class ResultReader {

  private ResultReader() {}

  @SuppressWarnings("unchecked")
  static <R extends McpResult> R read(McpRequest<R> request, JsonObject result) {
    return (R) (request instanceof CallToolRequest ? callTool(result) : listTools(result));
  }

  private static CallToolResult callTool(JsonObject result) {
    List<ContentBlock> content = result.list("content").stream().map(ContentReader::read).toList();
    return new CallToolResult(
        content,
        result.has("structuredContent")
            ? new StructuredContent(result.get("structuredContent"))
            : null,
        Boolean.TRUE.equals(result.bool("isError")),
        result.map("_meta"));
  }

  private static ListToolsResult listTools(JsonObject result) {
    return new ListToolsResult(
        ToolReader.readAll(result.list("tools")), result.string("nextCursor"), result.map("_meta"));
  }
}
