package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads tools and what they answer; a tool that cannot be read is left out, the others stay. */
final class ToolReader {

  private static final Logger log = LoggerFactory.getLogger(ToolReader.class);

  private ToolReader() {}

  static ListToolsResult list(JsonObject result) {
    return new ListToolsResult(
        readAll(result.list("tools")), result.string("nextCursor"), result.map("_meta"));
  }

  static CallToolResult called(JsonObject result) {
    return new CallToolResult(
        result.list("content").stream().map(ContentReader::read).toList(),
        result.has("structuredContent")
            ? new StructuredContent(result.get("structuredContent"))
            : null,
        Boolean.TRUE.equals(result.bool("isError")),
        result.map("_meta"));
  }

  private static List<Tool> readAll(List<@Nullable Object> tools) {
    List<Tool> read = new ArrayList<>(tools.size());
    for (Object value : tools) {
      JsonObject json = JsonObject.orNull(value);
      String name = json == null ? null : json.string("name");
      if (json == null || name == null) {
        log.warn("A tool without a name was left out: it is {}", JsonObject.kind(value));
      } else if (json.object("inputSchema") == null) {
        log.warn("The tool \"{}\" was left out: its inputSchema is no JSON object", name);
      } else {
        read.add(tool(name, json));
      }
    }
    return read;
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
