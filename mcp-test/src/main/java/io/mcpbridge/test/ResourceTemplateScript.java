package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import java.util.List;

/**
 * A resource template of a {@link FakeMcpServer}: its entry in {@code resources/templates/list},
 * and {@code resources/read} for URIs that match it and no resource. Created by {@link
 * FakeMcpServer#resourceTemplate}.
 */
public final class ResourceTemplateScript extends ScriptedFeature<ResourceTemplateScript> {

  ResourceTemplateScript(String uriTemplate, String name) {
    super(JsonObject.empty().with("uriTemplate", uriTemplate).with("name", name));
    returns(FakeResult.raw("{\"contents\": []}"));
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
}
