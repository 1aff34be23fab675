package io.mcpbridge.cli.internal;

import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.UnknownContent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Content blocks in the form of the specification. */
final class ContentJson {

  private ContentJson() {}

  static Map<String, @Nullable Object> of(ContentBlock block) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    if (block instanceof TextContent text) {
      json.put("type", "text");
      json.put("text", text.text());
    } else if (block instanceof ImageContent image) {
      json.put("type", "image");
      json.put("mimeType", image.mimeType());
      json.put("data", image.data());
    } else if (block instanceof AudioContent audio) {
      json.put("type", "audio");
      json.put("mimeType", audio.mimeType());
      json.put("data", audio.data());
    } else if (block instanceof ResourceLink link) {
      json.put("type", "resource_link");
      json.put("uri", link.uri());
      json.put("name", link.name());
      CliOutput.put(json, "title", link.title());
      CliOutput.put(json, "description", link.description());
      CliOutput.put(json, "mimeType", link.mimeType());
      CliOutput.put(json, "size", link.size());
    } else if (block instanceof EmbeddedResource embedded) {
      json.put("type", "resource");
      json.put("resource", of(embedded.resource()));
    } else if (block instanceof UnknownContent unknown) {
      json.putAll(unknown.value());
    }
    CliOutput.put(json, "_meta", block.meta());
    return json;
  }

  static Map<String, @Nullable Object> of(ResourceContents contents) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("uri", contents.uri());
    CliOutput.put(json, "mimeType", contents.mimeType());
    if (contents.text() != null) {
      json.put("text", contents.text());
    }
    if (contents.blob() != null) {
      json.put("blob", contents.blob());
    }
    CliOutput.put(json, "_meta", contents.meta());
    return json;
  }
}
