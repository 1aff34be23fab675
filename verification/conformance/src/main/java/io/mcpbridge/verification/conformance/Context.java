package io.mcpbridge.verification.conformance;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;

/** What the suite gives a client to know in advance for a scenario. */
final class Context {

  private static final String VARIABLE = "MCP_CONFORMANCE_CONTEXT";

  private Context() {}

  /** Nothing for most scenarios. */
  static JsonObject read() {
    String context = System.getenv(VARIABLE);
    return context == null ? JsonObject.empty() : JsonObject.of(Json.readObject(context));
  }
}
