package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Set;

/** A server described in JSON, as {@link FakeMcpServerMain} documents it. */
final class JsonScript {

  private static final Set<String> OUTCOMES = Set.of("name", "result", "error", "never");

  private JsonScript() {}

  static FakeMcpServer server(String json) {
    JsonObject script = JsonObject.of(Json.readObject(json));
    FakeMcpServer server =
        FakeMcpServer.create()
            .named(script.string("name", "fake"), script.string("version", "1.0.0"));
    String instructions = script.string("instructions");
    if (instructions != null) {
      server.instructions(instructions);
    }
    if (script.has("speaking")) {
      server.speaking(script.list("speaking").stream().map(String::valueOf).toArray(String[]::new));
    }
    Long pageSize = script.integer("pageSize");
    if (pageSize != null) {
      server.pageSize(pageSize.intValue());
    }
    script.list("tools").forEach(tool -> addTool(server, JsonObject.of(tool)));
    return server;
  }

  private static void addTool(FakeMcpServer server, JsonObject json) {
    ToolScript tool = server.tool(json.string("name", "")).returns(outcome(json));
    json.toMap()
        .forEach(
            (member, value) -> {
              if (!OUTCOMES.contains(member)) {
                tool.with(member, Json.write(value));
              }
            });
  }

  private static FakeResult outcome(JsonObject tool) {
    JsonObject error = tool.object("error");
    if (error != null) {
      Long code = error.integer("code");
      return FakeResult.failure(
          code == null ? 0 : code.intValue(),
          error.string("message", ""),
          Json.write(error.get("data")));
    }
    JsonObject result = tool.object("result");
    if (result != null) {
      return FakeResult.raw(result.toJson());
    }
    return tool.has("never") ? FakeResult.never() : FakeResult.empty();
  }
}
