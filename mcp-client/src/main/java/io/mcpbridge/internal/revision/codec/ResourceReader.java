package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListResourceTemplatesResult;
import io.mcpbridge.model.ListResourcesResult;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import io.mcpbridge.model.ResourceTemplate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Parses resources and their contents. */
final class ResourceReader {

  private ResourceReader() {}

  static ListResourcesResult list(JsonObject result) {
    ListEntries<Resource> resources =
        ListEntries.of(result, "resources/list", "resources", "resource", ResourceReader::resource);
    return new ListResourcesResult(
        resources.read(), result.string("nextCursor"), resources.omitted(), result.map("_meta"));
  }

  static ListResourceTemplatesResult templates(JsonObject result) {
    ListEntries<ResourceTemplate> templates =
        ListEntries.of(
            result,
            "resources/templates/list",
            "resourceTemplates",
            "resource template",
            ResourceReader::template);
    return new ListResourceTemplatesResult(
        templates.read(), result.string("nextCursor"), templates.omitted(), result.map("_meta"));
  }

  static ReadResourceResult contents(JsonObject result) {
    ListEntries<ResourceContents> contents =
        ListEntries.of(
            result, "resources/read", "contents", "part of the contents", ResourceReader::part);
    return new ReadResourceResult(contents.read(), contents.omitted(), result.map("_meta"));
  }

  private static @Nullable ResourceContents part(JsonObject json, Consumer<String> onOmitted) {
    ResourceContents contents = contentsOf(json);
    if (contents == null) {
      onOmitted.accept("a part of the contents was left out: it has no uri");
    }
    return contents;
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

  private static @Nullable Resource resource(JsonObject json, Consumer<String> onOmitted) {
    String uri = json.string("uri");
    if (uri == null) {
      onOmitted.accept(
          "the resource \"" + json.string("name", "") + "\" was left out: it has no uri");
      return null;
    }
    return new Resource(
        uri,
        json.string("name", uri),
        json.string("title"),
        json.string("description"),
        json.string("mimeType"),
        json.integer("size"),
        ContentReader.annotations(json),
        Icons.of(json),
        json.map("_meta"));
  }

  private static @Nullable ResourceTemplate template(JsonObject json, Consumer<String> onOmitted) {
    String uriTemplate = json.string("uriTemplate");
    if (uriTemplate == null) {
      onOmitted.accept(
          "the resource template \""
              + json.string("name", "")
              + "\" was left out: it has no uriTemplate");
      return null;
    }
    return new ResourceTemplate(
        uriTemplate,
        json.string("name", uriTemplate),
        json.string("title"),
        json.string("description"),
        json.string("mimeType"),
        ContentReader.annotations(json),
        Icons.of(json),
        json.map("_meta"));
  }
}
