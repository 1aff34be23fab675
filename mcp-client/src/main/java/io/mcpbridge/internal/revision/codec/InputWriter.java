package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.CustomInputResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.Root;
import io.mcpbridge.model.SamplingContent;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import io.mcpbridge.model.UnknownContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serializes the client's results for input requests. */
public final class InputWriter {

  private InputWriter() {}

  /** Serializes several results, by key. */
  public static Map<String, @Nullable Object> write(Map<String, InputResult> answers) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    answers.forEach((key, answer) -> json.put(key, write(answer).toMap()));
    return json;
  }

  public static JsonObject write(InputResult result) {
    if (result instanceof ElicitResult elicited) {
      return elicited(elicited);
    }
    if (result instanceof CustomInputResult custom) {
      return JsonObject.of(custom.members());
    }
    return result instanceof CreateMessageResult message
        ? message(message)
        : roots((ListRootsResult) result);
  }

  private static JsonObject elicited(ElicitResult result) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("action", result.action().name().toLowerCase(Locale.ROOT));
    if (result.content() != null) {
      json.put("content", result.content());
    }
    return JsonObject.of(json);
  }

  /** Sends a single block without a list: lists of blocks exist only since 2025-11-25. */
  private static JsonObject message(CreateMessageResult result) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    List<SamplingContent> content = result.content();
    json.put("role", "assistant");
    json.put(
        "content",
        content.size() == 1
            ? ContentWriter.write(content.get(0))
            : content.stream().map(ContentWriter::write).toList());
    json.put("model", result.model());
    if (result.stopReason() != null) {
      json.put("stopReason", result.stopReason());
    }
    return JsonObject.of(json);
  }

  private static JsonObject roots(ListRootsResult result) {
    return JsonObject.of(Map.of("roots", result.roots().stream().map(InputWriter::root).toList()));
  }

  private static Map<String, @Nullable Object> root(Root root) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("uri", root.uri().toString());
    if (root.name() != null) {
      json.put("name", root.name());
    }
    return json;
  }

  /** Serializes content blocks; the inverse of {@link ContentReader}. */
  private static final class ContentWriter {

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
}
