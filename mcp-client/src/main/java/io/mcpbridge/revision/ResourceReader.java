package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListResourcesResult;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads resources and their contents; an entry without a URI is left out. */
final class ResourceReader {

  private ResourceReader() {}

  static ListResourcesResult list(JsonObject result) {
    return new ListResourcesResult(
        result.list("resources").stream()
            .map(ResourceReader::resource)
            .filter(Objects::nonNull)
            .toList(),
        result.string("nextCursor"),
        result.map("_meta"));
  }

  static ReadResourceResult contents(JsonObject result) {
    return new ReadResourceResult(
        result.list("contents").stream()
            .map(value -> contentsOf(JsonObject.orNull(value)))
            .filter(Objects::nonNull)
            .toList(),
        result.map("_meta"));
  }

  static @Nullable ResourceContents contentsOf(@Nullable JsonObject json) {
    String uri = json == null ? null : json.string("uri");
    return json == null || uri == null
        ? null
        : new ResourceContents(
            uri,
            json.string("mimeType"),
            json.string("text"),
            json.string("blob"),
            json.map("_meta"));
  }

  private static @Nullable Resource resource(@Nullable Object value) {
    JsonObject json = JsonObject.orNull(value);
    String uri = json == null ? null : json.string("uri");
    return json == null || uri == null
        ? null
        : new Resource(
            uri,
            json.string("name", uri),
            json.string("title"),
            json.string("description"),
            json.string("mimeType"),
            json.integer("size"),
            ContentReader.annotations(json),
            json.map("_meta"));
  }
}
