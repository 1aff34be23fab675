package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource of a {@link FakeMcpServer}: its entry in {@code resources/list} and its {@code
 * resources/read}. Every setting can be changed while the server runs. Created by {@link
 * FakeMcpServer#resource(String)}.
 */
public final class ResourceScript extends ScriptedFeature<ResourceScript> {

  private final String uri;

  ResourceScript(String uri) {
    super(JsonObject.empty().with("uri", uri).with("name", uri));
    this.uri = uri;
    returns(contents(List.of()));
  }

  /** The name; default the URI. */
  public ResourceScript name(String name) {
    return set("name", name);
  }

  /** The MIME type; default none. */
  public ResourceScript mimeType(String mimeType) {
    return set("mimeType", mimeType);
  }

  /** Hints such as {@code {"audience": ["user"], "priority": 1}}, as JSON; default none. */
  public ResourceScript annotations(String json) {
    return with("annotations", json);
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

  private JsonObject content(String member, String value) {
    JsonObject content = JsonObject.empty().with("uri", uri);
    String mimeType = script().definition().string("mimeType");
    return (mimeType == null ? content : content.with("mimeType", mimeType)).with(member, value);
  }

  private static FakeResult contents(@Nullable Object contents) {
    return FakeResult.raw(JsonObject.empty().with("contents", contents).toJson());
  }
}
