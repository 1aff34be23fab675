package io.mcpbridge.revision;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.Implementation;
import org.jspecify.annotations.Nullable;

/** Reads what a server calls itself. */
final class Implementations {

  private Implementations() {}

  static @Nullable Implementation read(@Nullable JsonObject json) {
    String name = json == null ? null : json.string("name");
    return json == null || name == null
        ? null
        : new Implementation(name, json.string("version", ""), json.string("title"));
  }

  /** From a result's {@code _meta}; some servers still put it beside the result's own members. */
  static @Nullable Implementation ofResult(JsonObject result) {
    JsonObject meta = result.object("_meta");
    Implementation found =
        meta == null ? null : read(meta.object("io.modelcontextprotocol/serverInfo"));
    return found != null ? found : read(result.object("serverInfo"));
  }
}
