package io.mcpbridge.verification.conformance;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;

/** The context that the suite provides for a scenario. */
final class Context {

  private static final String VARIABLE = "MCP_CONFORMANCE_CONTEXT";

  private Context() {}

  /** Empty for most scenarios. */
  static JsonObject read() {
    String context = System.getenv(VARIABLE);
    return context == null ? JsonObject.empty() : JsonObject.of(Json.readObject(context));
  }
}
