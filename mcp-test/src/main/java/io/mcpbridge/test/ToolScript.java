package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import java.util.Map;

/**
 * A tool of a {@link FakeMcpServer}: its entry in {@code tools/list} and its {@code tools/call}.
 * Every setting can be changed while the server runs. Created by {@link FakeMcpServer#tool}.
 */
public final class ToolScript extends ScriptedFeature<ToolScript> {

  ToolScript(String name) {
    super(JsonObject.empty().with("name", name).with("inputSchema", Map.of("type", "object")));
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

  /** Always returns this text. */
  public ToolScript returns(String text) {
    return returns(FakeResult.text(text));
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
}
