package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool of a {@link FakeMcpServer}: what {@code tools/list} says about it and what {@code
 * tools/call} does. Every setting can be changed while the server runs. Made by {@link
 * FakeMcpServer#tool}.
 */
public final class ToolScript {

  private final Script script;

  ToolScript(String name) {
    this.script =
        new Script(
            JsonObject.empty().with("name", name).with("inputSchema", Map.of("type", "object")),
            call -> FakeResult.empty());
  }

  /** For people (2025-06-18 and later). */
  public ToolScript title(String title) {
    return set("title", title);
  }

  /** For the model. */
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

  /** Hints such as {@code {"readOnlyHint": true}}, as JSON; default none. */
  public ToolScript annotations(String json) {
    return with("annotations", json);
  }

  /** Any other member of the definition, as JSON: {@code _meta}, {@code icons} ... */
  public ToolScript with(String member, String json) {
    return set(member, Json.read(json));
  }

  /** What a call does; default: a result without content. */
  public ToolScript handler(FakeHandler what) {
    script.handler(what);
    return this;
  }

  /** Every call comes to the same. */
  public ToolScript returns(FakeResult result) {
    return handler(call -> result);
  }

  /**
   * Every call becomes a task like this. Clients of 2025-11-25 have to ask for it, as the list of
   * tools tells them; {@link #with with("execution", ...)} can say something else.
   */
  public ToolScript runsAs(FakeTask task) {
    return set("execution", Map.of("taskSupport", "required")).returns(FakeResult.task(task));
  }

  /** No call is ever answered. */
  public ToolScript neverAnswers() {
    return returns(FakeResult.never());
  }

  Script script() {
    return script;
  }

  private ToolScript set(String member, @Nullable Object value) {
    script.set(member, value);
    return this;
  }
}
