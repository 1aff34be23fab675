package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Annotations;
import io.mcpbridge.model.AudioContent;
import io.mcpbridge.model.ContentBlock;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.ImageContent;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.UnknownContent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses one content block; preserves a malformed one unchanged as unknown. */
final class ContentReader {

  private static final Set<String> HINTS = Set.of("audience", "priority", "lastModified");

  private ContentReader() {}

  static ContentBlock read(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    if (json == null) {
      Map<String, @Nullable Object> wrapped = new LinkedHashMap<>();
      wrapped.put("value", value);
      return new UnknownContent(
          JsonObject.kind(value), Collections.unmodifiableMap(wrapped), Annotations.none());
    }
    String type = json.string("type", "");
    ContentBlock block =
        switch (type) {
          case "text" -> text(json);
          case "image" -> image(json);
          case "audio" -> audio(json);
          case "resource_link" -> link(json);
          case "resource" -> resource(json);
          default -> null;
        };
    return block != null ? block : new UnknownContent(type, json.toMap(), annotations(json));
  }

  private static @Nullable ContentBlock text(JsonObject json) {
    String text = json.string("text");
    return text == null ? null : new TextContent(text, annotations(json), json.map("_meta"));
  }

  private static @Nullable ContentBlock image(JsonObject json) {
    MediaData media = MediaData.of(json, "image/*");
    return media == null
        ? null
        : new ImageContent(media.data(), media.mimeType(), annotations(json), json.map("_meta"));
  }

  private static @Nullable ContentBlock audio(JsonObject json) {
    MediaData media = MediaData.of(json, "audio/*");
    return media == null
        ? null
        : new AudioContent(media.data(), media.mimeType(), annotations(json), json.map("_meta"));
  }

  private static @Nullable ContentBlock link(JsonObject json) {
    String uri = json.string("uri");
    return uri == null
        ? null
        : new ResourceLink(
            uri,
            json.string("name", uri),
            json.string("title"),
            json.string("description"),
            json.string("mimeType"),
            json.integer("size"),
            annotations(json),
            Icons.of(json),
            json.map("_meta"));
  }

  private static @Nullable ContentBlock resource(JsonObject json) {
    ResourceContents resource = ResourceReader.contentsOf(json.object("resource"));
    return resource == null
        ? null
        : new EmbeddedResource(resource, annotations(json), json.map("_meta"));
  }

  static Annotations annotations(JsonObject block) {
    JsonObject json = block.object("annotations");
    if (json == null) {
      return Annotations.none();
    }
    Number priority = json.number("priority");
    return new Annotations(
        json.strings("audience"),
        priority == null ? null : priority.doubleValue(),
        json.string("lastModified"),
        json.without(HINTS));
  }

  /** Base64 data with its type. Accepts a data URL in place of Base64, as some servers send it. */
  private record MediaData(String data, String mimeType) {

    private static final String SCHEME = "data:";
    private static final String BASE64 = ";base64,";

    /** Parses a block; {@code null} if it has no data. */
    static @Nullable MediaData of(JsonObject block, String otherwise) {
      String data = block.string("data");
      if (data == null) {
        return null;
      }
      int end = data.startsWith(SCHEME) ? data.indexOf(BASE64) : -1;
      if (end < 0) {
        return new MediaData(data, block.string("mimeType", otherwise));
      }
      String ofUrl = data.substring(SCHEME.length(), end);
      return new MediaData(
          data.substring(end + BASE64.length()),
          block.string("mimeType", ofUrl.isEmpty() ? otherwise : ofUrl));
    }
  }
}
