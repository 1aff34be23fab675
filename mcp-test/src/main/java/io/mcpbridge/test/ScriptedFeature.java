package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.server.FeatureScript;
import org.jspecify.annotations.Nullable;

/**
 * A feature of a {@link FakeMcpServer}: its entry in a list, and the handler of its use. Every
 * setting can be changed while the server runs.
 *
 * @param <S> the feature's own type
 */
abstract class ScriptedFeature<S extends ScriptedFeature<S>> {

  private final FeatureScript script;

  ScriptedFeature(JsonObject definition) {
    this.script = new FeatureScript(definition, call -> FakeResult.empty().outcome());
  }

  /** The title for display (2025-06-18 and later). */
  public S title(String title) {
    return set("title", title);
  }

  /** The description, for the model. */
  public S description(String description) {
    return set("description", description);
  }

  /** Any other member of the definition, as JSON: {@code _meta}, {@code icons}, {@code size} ... */
  public S with(String member, String json) {
    return set(member, Json.read(json));
  }

  /**
   * Handles its use: {@code tools/call}, {@code resources/read} or {@code prompts/get}. The result
   * of the latter two should have {@code contents} or {@code messages}. Default: no content, but
   * the messages that were added to a prompt.
   */
  public final S handler(FakeHandler handler) {
    script.handler(FakeResult.by(handler));
    return self();
  }

  /** Always returns the same, such as {@link FakeResult#raw}. */
  public S returns(FakeResult result) {
    return handler(call -> result);
  }

  final FeatureScript script() {
    return script;
  }

  final S set(String member, @Nullable Object value) {
    script.set(member, value);
    return self();
  }

  @SuppressWarnings("unchecked")
  private S self() {
    return (S) this;
  }
}
