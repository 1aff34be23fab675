package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.model.UnknownContent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serializes content blocks; the inverse of {@link ContentReader}. */
final class ContentWriter {

  private final Map<String, @Nullable Object> json = new LinkedHashMap<>();

  private ContentWriter(String type) {
    json.put("type", type);
  }

  static Map<String, @Nullable Object> write(Object block) {
    if (block instanceof TextContent text) {
      return new ContentWriter("text")
          .with("text", text.text())
          .end(text.annotations(), text.meta());
    }
    if (block instanceof ImageContent image) {
      return new ContentWriter("image")
          .with("data", image.data())
          .with("mimeType", image.mimeType())
          .end(image.annotations(), image.meta());
    }
    if (block instanceof AudioContent audio) {
      return new ContentWriter("audio")
          .with("data", audio.data())
          .with("mimeType", audio.mimeType())
          .end(audio.annotations(), audio.meta());
    }
    if (block instanceof ToolUseContent toolUse) {
      return new ContentWriter("tool_use")
          .with("id", toolUse.id())
          .with("name", toolUse.name())
          .with("input", toolUse.input())
          .end(Annotations.none(), toolUse.meta());
    }
    if (block instanceof ToolResultContent result) {
      return toolResult(result);
    }
    if (block instanceof ResourceLink link) {
      return new ContentWriter("resource_link")
          .with("uri", link.uri())
          .with("name", link.name())
          .with("title", link.title())
          .with("description", link.description())
          .with("mimeType", link.mimeType())
          .with("size", link.size())
          .with("icons", Icons.write(link.icons()))
          .end(link.annotations(), link.meta());
    }
    if (block instanceof EmbeddedResource embedded) {
      return new ContentWriter("resource")
          .with("resource", contents(embedded.resource()))
          .end(embedded.annotations(), embedded.meta());
    }
    return ((UnknownContent) block).value();
  }

  private static Map<String, @Nullable Object> toolResult(ToolResultContent result) {
    ContentWriter writer =
        new ContentWriter("tool_result")
            .with("toolUseId", result.toolUseId())
            .with("content", result.content().stream().map(ContentWriter::write).toList());
    if (result.structuredContent() != null) {
      writer.json.put("structuredContent", result.structuredContent().value());
    }
    return writer
        .with("isError", result.isError() ? true : null)
        .end(Annotations.none(), result.meta());
  }

  private static Map<String, @Nullable Object> contents(ResourceContents contents) {
    ContentWriter writer = new ContentWriter("");
    writer.json.clear();
    return writer
        .with("uri", contents.uri())
        .with("mimeType", contents.mimeType())
        .with("text", contents.text())
        .with("blob", contents.blob())
        .end(Annotations.none(), contents.meta());
  }

  private ContentWriter with(String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
    return this;
  }

  private Map<String, @Nullable Object> end(
      Annotations annotations, Map<String, @Nullable Object> meta) {
    Map<String, @Nullable Object> hints = new LinkedHashMap<>(annotations.additionalProperties());
    if (!annotations.audience().isEmpty()) {
      hints.put("audience", annotations.audience());
    }
    if (annotations.priority() != null) {
      hints.put("priority", annotations.priority());
    }
    if (annotations.lastModified() != null) {
      hints.put("lastModified", annotations.lastModified());
    }
    return with("annotations", hints.isEmpty() ? null : hints)
        .with("_meta", meta.isEmpty() ? null : meta)
        .json;
  }
}
