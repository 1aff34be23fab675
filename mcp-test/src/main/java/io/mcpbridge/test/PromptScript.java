package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.internal.content.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prompt of a {@link FakeMcpServer}: its entry in {@code prompts/list} and its {@code
 * prompts/get}. Every setting can be changed while the server runs. Created by {@link
 * FakeMcpServer#prompt(String)}.
 */
public final class PromptScript extends ScriptedFeature<PromptScript> {

  private final List<Map<String, @Nullable Object>> messages = new ArrayList<>();

  PromptScript(String name) {
    super(JsonObject.empty().with("name", name));
    handler(call -> result());
  }

  /** Adds an argument; requests without a required one are refused. */
  public PromptScript argument(String name, String description, boolean required) {
    List<@Nullable Object> arguments = new ArrayList<>(script().definition().list("arguments"));
    arguments.add(Map.of("name", name, "description", description, "required", required));
    return set("arguments", arguments);
  }

  /** Adds a text message; its role is {@code user} or {@code assistant}. */
  public PromptScript message(String role, String text) {
    return message(role, Content.text(text));
  }

  /** Adds a message with any kind of content, as JSON. */
  public PromptScript messageOf(String role, String contentJson) {
    return message(role, Json.readObject(contentJson));
  }

  private synchronized PromptScript message(String role, Map<String, @Nullable Object> content) {
    messages.add(Map.of("role", role, "content", content));
    return this;
  }

  private synchronized FakeResult result() {
    JsonObject result = JsonObject.empty();
    String description = script().definition().string("description");
    result = description == null ? result : result.with("description", description);
    return FakeResult.raw(result.with("messages", List.copyOf(messages)).toJson());
  }
}
