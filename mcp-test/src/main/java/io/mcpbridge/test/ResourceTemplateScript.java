package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.server.FeatureScript;
import java.util.List;

/**
 * A resource template of a {@link FakeMcpServer}: its entry in {@code resources/templates/list},
 * and {@code resources/read} for URIs that match it and no resource. Created by {@link
 * FakeMcpServer#resourceTemplate}.
 */
public final class ResourceTemplateScript {

  private final FeatureScript script;

  ResourceTemplateScript(String uriTemplate, String name) {
    this.script =
        new FeatureScript(
            JsonObject.empty().with("uriTemplate", uriTemplate).with("name", name),
            call -> FakeResult.raw("{\"contents\": []}").outcome());
  }

  /** A member of the definition, as JSON: {@code title}, {@code mimeType}, {@code _meta} ... */
  public ResourceTemplateScript with(String member, String json) {
    script.set(member, Json.read(json));
    return this;
  }

  /** The text of every matching resource. */
  public ResourceTemplateScript text(String text) {
    return handler(
        call -> {
          JsonObject content =
              JsonObject.empty()
                  .with("uri", call.received().params().string("uri"))
                  .with("text", text);
          return FakeResult.raw(
              JsonObject.empty().with("contents", List.of(content.toMap())).toJson());
        });
  }

  /**
   * Handles {@code resources/read}; default: no contents. The result should have {@code contents}.
   */
  public ResourceTemplateScript handler(FakeHandler handler) {
    script.handler(FakeResult.by(handler));
    return this;
  }

  FeatureScript script() {
    return script;
  }
}
