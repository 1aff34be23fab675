package io.mcpbridge.samples.model;

import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes a chat completion request the way an OpenAI client does. */
final class RequestBody {

  private final ObjectNode body = JsonText.object().put("model", "scripted");

  private RequestBody() {
    body.putArray("messages");
  }

  static RequestBody ask(String question) {
    return new RequestBody().message("user", question);
  }

  RequestBody message(String role, String content) {
    body.withArray("messages").addObject().put("role", role).put("content", content);
    return this;
  }

  /** An assistant message with one call per name; their ids are the names. */
  RequestBody called(String... names) {
    ObjectNode message = body.withArray("messages").addObject().put("role", "assistant");
    message.putNull("content");
    for (String name : names) {
      message.withArray("tool_calls").add(new ToolCall(name, name, "{}").toJson("{}"));
    }
    return this;
  }

  RequestBody result(String callId, String content) {
    ObjectNode message = body.withArray("messages").addObject();
    message.put("role", "tool").put("tool_call_id", callId).put("content", content);
    return this;
  }

  RequestBody tool(String name, String description, String schema) {
    ObjectNode function = body.withArray("tools").addObject().put("type", "function");
    function
        .putObject("function")
        .put("name", name)
        .put("description", description)
        .set("parameters", JsonText.read(schema));
    return this;
  }

  RequestBody with(String member, String json) {
    body.set(member, JsonText.read(json));
    return this;
  }

  @Override
  public String toString() {
    return body.toString();
  }
}
