package io.mcpbridge.contract;

import io.mcpbridge.json.Json;
import io.mcpbridge.test.Misbehaviour;
import java.util.Map;

/** Fixed responses, whatever the request. */
final class Scripted {

  private Scripted() {}

  /** This result, given as JSON. */
  static Misbehaviour result(String json) {
    return turn ->
        turn.respond(
            Json.write(
                Map.of(
                    "jsonrpc",
                    "2.0",
                    "id",
                    turn.received().id().value(),
                    "result",
                    Json.readObject(json))));
  }
}
