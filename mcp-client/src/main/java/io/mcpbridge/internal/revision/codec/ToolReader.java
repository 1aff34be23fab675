package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.StructuredContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Parses tools and their results. */
final class ToolReader {

  private static final Set<String> HINTS =
      Set.of("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");

  private ToolReader() {}

  static ListToolsResult list(JsonObject result) {
    ListEntries<Tool> tools =
        ListEntries.of(result, "tools/list", "tools", "tool", ToolReader::tool);
    return new ListToolsResult(
        tools.read(), result.string("nextCursor"), tools.omitted(), result.map("_meta"));
  }

  /** The tools of a sampling request; skips malformed ones. */
  static List<Tool> tools(JsonObject params) {
    return params.get("tools") instanceof List ? list(params).tools() : List.of();
  }

  /** Preserves content that is not an array as a single unknown block. */
  static CallToolResult called(JsonObject result) {
    Object content = result.get("content");
    List<ContentBlock> blocks = new ArrayList<>();
    if (content instanceof List<?> list) {
      for (Object block : list) {
        blocks.add(ContentReader.read(block));
      }
    } else if (content != null) {
      blocks.add(ContentReader.read(content));
    }
    return new CallToolResult(
        blocks,
        result.has("structuredContent")
            ? new StructuredContent(result.get("structuredContent"))
            : null,
        Boolean.TRUE.equals(result.bool("isError")),
        result.map("_meta"));
  }

  private static @Nullable Tool tool(JsonObject json, Consumer<String> onOmitted) {
    String name = json.string("name");
    if (name == null) {
      onOmitted.accept("a tool without a name was left out");
      return null;
    }
    if (json.object("inputSchema") == null) {
      onOmitted.accept(
          "the tool \"" + name + "\" was left out: its inputSchema is not a JSON object");
      return null;
    }
    JsonObject outputSchema = json.object("outputSchema");
    JsonObject execution = json.object("execution");
    return new Tool(
        name,
        json.string("title"),
        json.string("description"),
        json.map("inputSchema"),
        outputSchema == null ? null : outputSchema.toMap(),
        annotations(json.object("annotations")),
        Icons.of(json),
        execution == null ? null : execution.string("taskSupport"),
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
            json.bool("openWorldHint"),
            json.without(HINTS));
  }
}
