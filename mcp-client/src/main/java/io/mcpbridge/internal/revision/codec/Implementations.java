package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Implementation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parses the server's identity and serializes the client's. */
public final class Implementations {

  private Implementations() {}

  public static @Nullable Implementation read(@Nullable JsonObject json) {
    String name = json == null ? null : json.string("name");
    return json == null || name == null
        ? null
        : new Implementation(
            name,
            json.string("version", ""),
            json.string("title"),
            json.string("description"),
            json.string("websiteUrl"),
            Icons.of(json));
  }

  /** From a result's {@code _meta}; some servers still put it in the result itself. */
  public static @Nullable Implementation ofResult(JsonObject result) {
    JsonObject meta = result.object("_meta");
    Implementation ofMeta =
        meta == null ? null : read(meta.object("io.modelcontextprotocol/serverInfo"));
    return ofMeta != null ? ofMeta : read(result.object("serverInfo"));
  }

  static Map<String, @Nullable Object> write(Implementation info) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", info.name());
    json.put("title", info.title());
    json.put("version", info.version());
    json.put("description", info.description());
    json.put("websiteUrl", info.websiteUrl());
    json.put("icons", Icons.write(info.icons()));
    json.values().removeIf(Objects::isNull);
    return json;
  }
}
