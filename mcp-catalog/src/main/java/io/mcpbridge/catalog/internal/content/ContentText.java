package io.mcpbridge.catalog.internal.content;

import io.mcpbridge.json.Json;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.UnknownContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders a content block as text for the model, or as a note about omitted content. */
public final class ContentText {

  private ContentText() {}

  /**
   * Returns text as is, and the text of an embedded resource below a note with its URI and type.
   * For other blocks, returns a note with what the model or user needs to get the content. Never
   * returns the bytes.
   */
  public static String of(ContentBlock block) {
    return String.join("\n", parts(block));
  }

  /** The blocks as text, each on a line of its own. */
  public static String ofAll(List<ContentBlock> blocks) {
    return blocks.stream().map(ContentText::of).collect(Collectors.joining("\n"));
  }

  /** The result of a tool in a sampling request: its content, or else its structured content. */
  public static String ofResult(ToolResultContent result) {
    return result.content().isEmpty() && result.structuredContent() != null
        ? result.structuredContent().toJson()
        : ofAll(result.content());
  }

  /** As {@link #of}, with the note about an embedded text as a separate element. */
  public static List<String> parts(ContentBlock block) {
    return isForModel(block)
            && block instanceof EmbeddedResource embedded
            && embedded.resource().text() != null
        ? List.of(note(embedded.resource()), embedded.resource().text())
        : List.of(line(block));
  }

  /** False if the server annotates the block with the user as the only audience. */
  public static boolean isForModel(ContentBlock block) {
    return !block.annotations().audience().equals(List.of("user"));
  }

  private static String line(ContentBlock block) {
    if (!isForModel(block)) {
      return "[content for the user only was left out]";
    }
    if (block instanceof TextContent text) {
      return text.text();
    }
    if (block instanceof ImageContent image) {
      return media("image", image.mimeType(), image.data());
    }
    if (block instanceof AudioContent audio) {
      return media("audio", audio.mimeType(), audio.data());
    }
    if (block instanceof ResourceLink link) {
      return link(link);
    }
    return block instanceof EmbeddedResource embedded
        ? omitted(embedded.resource())
        : unknown((UnknownContent) block);
  }

  private static String media(String kind, String mimeType, String base64) {
    return "[" + kind + " left out: " + mimeType + ", " + size(base64) + "]";
  }

  private static String unknown(UnknownContent block) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>(block.value());
    shown.remove("_meta");
    return Json.write(shown);
  }

  private static String link(ResourceLink link) {
    String type = link.mimeType() == null ? "" : ", " + link.mimeType();
    String description = link.description() == null ? "" : ": " + link.description();
    return "[resource " + link.name() + " at " + link.uri() + type + description + "]";
  }

  private static String note(ResourceContents resource) {
    String type = resource.mimeType() == null ? "" : ", " + resource.mimeType();
    return "[resource " + resource.uri() + type + "]";
  }

  private static String omitted(ResourceContents resource) {
    String blob = resource.blob() == null ? "" : resource.blob();
    String type = resource.mimeType() == null ? "binary" : resource.mimeType();
    return "[resource " + resource.uri() + " left out: " + type + ", " + size(blob) + "]";
  }

  /** Base64 encodes three bytes as four characters. */
  private static String size(String base64) {
    long bytes = base64.length() * 3L / 4;
    return bytes < 1024 ? bytes + " bytes" : bytes / 1024 + " kB";
  }
}
