package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.server.FeatureScript;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource of a {@link FakeMcpServer}: its entry in {@code resources/list} and its {@code
 * resources/read}. Every setting can be changed while the server runs. Created by {@link
 * FakeMcpServer#resource(String)}.
 */
public final class ResourceScript {

  private final String uri;
  private final FeatureScript script;

  ResourceScript(String uri) {
    this.uri = uri;
    this.script =
        new FeatureScript(
            JsonObject.empty().with("uri", uri).with("name", uri),
            call -> contents(List.of()).outcome());
  }

  /** The name; default the URI. */
  public ResourceScript name(String name) {
    return set("name", name);
  }

  /** The title for display (2025-06-18 and later). */
  public ResourceScript title(String title) {
    return set("title", title);
  }

  /** The description for the model. */
  public ResourceScript description(String description) {
    return set("description", description);
  }

  /** The MIME type; default none. */
  public ResourceScript mimeType(String mimeType) {
    return set("mimeType", mimeType);
  }

  /** Hints such as {@code {"audience": ["user"], "priority": 1}}, as JSON; default none. */
  public ResourceScript annotations(String json) {
    return with("annotations", json);
  }

  /** Any other member of the definition, as JSON: {@code size}, {@code icons}, {@code _meta} ... */
  public ResourceScript with(String member, String json) {
    return set(member, Json.read(json));
  }

  /** The text of the resource. */
  public ResourceScript text(String text) {
    return handler(call -> contents(List.of(content("text", text).toMap())));
  }

  /** The bytes of the resource. */
  public ResourceScript blob(byte[] bytes) {
    String encoded = Base64.getEncoder().encodeToString(bytes);
    return handler(call -> contents(List.of(content("blob", encoded).toMap())));
  }

  /** The contents, as a JSON array: several, with other URIs, none ... */
  public ResourceScript contents(String json) {
    Object contents = Json.read(json);
    return handler(call -> contents(contents));
  }

  /**
   * Handles {@code resources/read}; default: no contents. The result should have {@code contents}.
   */
  public ResourceScript handler(FakeHandler handler) {
    script.handler(FakeResult.by(handler));
    return this;
  }

  /** Always returns the same, such as {@link FakeResult#raw}. */
  public ResourceScript returns(FakeResult result) {
    return handler(call -> result);
  }

  FeatureScript script() {
    return script;
  }

  private JsonObject content(String member, String value) {
    JsonObject content = JsonObject.empty().with("uri", uri);
    String mimeType = script.definition().string("mimeType");
    return (mimeType == null ? content : content.with("mimeType", mimeType)).with(member, value);
  }

  private static FakeResult contents(@Nullable Object contents) {
    return FakeResult.raw(JsonObject.empty().with("contents", contents).toJson());
  }

  private ResourceScript set(String member, @Nullable Object value) {
    script.set(member, value);
    return this;
  }
}
