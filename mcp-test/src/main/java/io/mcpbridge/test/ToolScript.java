package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.server.FeatureScript;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool of a {@link FakeMcpServer}: its entry in {@code tools/list} and its {@code tools/call}.
 * Every setting can be changed while the server runs. Created by {@link FakeMcpServer#tool}.
 */
public final class ToolScript {

  private final FeatureScript script;

  ToolScript(String name) {
    this.script =
        new FeatureScript(
            JsonObject.empty().with("name", name).with("inputSchema", Map.of("type", "object")),
            call -> FakeResult.empty().outcome());
  }

  /** The title for display (2025-06-18 and later). */
  public ToolScript title(String title) {
    return set("title", title);
  }

  /** The description for the model. */
  public ToolScript description(String description) {
    return set("description", description);
  }

  /** The JSON Schema of the arguments, as JSON; default {@code {"type": "object"}}. */
  public ToolScript inputSchema(String json) {
    return with("inputSchema", json);
  }

  /** The JSON Schema of structured content, as JSON; default none. */
  public ToolScript outputSchema(String json) {
    return with("outputSchema", json);
  }

  /** Annotations such as {@code {"readOnlyHint": true}}, as JSON; default none. */
  public ToolScript annotations(String json) {
    return with("annotations", json);
  }

  /** Any other member of the definition, as JSON: {@code _meta}, {@code icons} ... */
  public ToolScript with(String member, String json) {
    return set(member, Json.read(json));
  }

  /** Handles a call; default: a result without content. */
  public ToolScript handler(FakeHandler handler) {
    script.handler(FakeResult.by(handler));
    return this;
  }

  /** Always returns this text. */
  public ToolScript returns(String text) {
    return returns(FakeResult.text(text));
  }

  /** Always returns the same. */
  public ToolScript returns(FakeResult result) {
    return handler(call -> result);
  }

  /**
   * Runs every call as a task like this. Clients of 2025-11-25 have to request it, as the tool's
   * {@code execution} says; {@link #with with("execution", ...)} overrides that.
   */
  public ToolScript runsAs(FakeTask task) {
    return set("execution", Map.of("taskSupport", "required")).returns(FakeResult.task(task));
  }

  /** Never responds to a call. */
  public ToolScript neverAnswers() {
    return returns(FakeResult.never());
  }

  FeatureScript script() {
    return script;
  }

  private ToolScript set(String member, @Nullable Object value) {
    script.set(member, value);
    return this;
  }
}
