package io.mcpbridge.contract;

import io.mcpbridge.json.Json;
import io.mcpbridge.test.exchange.Fault;
import java.util.Map;

/** Fixed responses, whatever the request. */
final class Scripted {

  private Scripted() {}

  /** This result, given as JSON. */
  static Fault result(String json) {
    return serverTurn ->
        serverTurn.respond(
            Json.write(
                Map.of(
                    "jsonrpc",
                    "2.0",
                    "id",
                    serverTurn.received().id().value(),
                    "result",
                    Json.readObject(json))));
  }
}
