package io.mcpbridge.catalog;

import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.UnknownContent;
import java.util.List;

/** One content block as text for the model, or a note that says what was left out. */
final class BlockText {

  private BlockText() {}

  static String of(ContentBlock block) {
    if (block.annotations().audience().equals(List.of("user"))) {
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
        ? contents(embedded.resource())
        : ((UnknownContent) block).toJson();
  }

  private static String media(String kind, String mimeType, String base64) {
    return "["
        + kind
        + " left out: "
        + mimeType
        + ", "
        + size(base64)
        + "; the application has it]";
  }

  private static String link(ResourceLink link) {
    String type = link.mimeType() == null ? "" : ", " + link.mimeType();
    String description = link.description() == null ? "" : ": " + link.description();
    return "[resource " + link.name() + " at " + link.uri() + type + description + "]";
  }

  private static String contents(ResourceContents resource) {
    if (resource.text() != null) {
      return resource.text();
    }
    String blob = resource.blob() == null ? "" : resource.blob();
    String type = resource.mimeType() == null ? "binary" : resource.mimeType();
    return "[resource "
        + resource.uri()
        + " left out: "
        + type
        + ", "
        + size(blob)
        + "; the application has it]";
  }

  /** Base64 has four characters for three bytes. */
  private static String size(String base64) {
    long bytes = base64.length() * 3L / 4;
    return bytes < 1024 ? bytes + " bytes" : bytes / 1024 + " kB";
  }
}
