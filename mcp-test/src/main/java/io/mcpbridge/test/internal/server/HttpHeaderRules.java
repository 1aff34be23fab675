package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.rules.HeaderValues;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that headers and body agree, as 2026-07-28 requires (Streamable HTTP, server validation).
 */
final class HttpHeaderRules {

  private static final Set<String> NAMED =
      Set.of(
          "tools/call",
          "prompts/get",
          "resources/read",
          "tasks/get",
          "tasks/update",
          "tasks/cancel");

  private final ServerCore server;

  HttpHeaderRules(ServerCore server) {
    this.server = server;
  }

  void checkPresent(ReceivedMessage received) throws JsonRpcRefusal {
    if (received.httpMethod() != null) {
      require(received, "MCP-Protocol-Version");
      require(received, "Mcp-Method");
      if (NAMED.contains(received.method())) {
        require(received, "Mcp-Name");
      }
    }
  }

  void checkAgreement(ReceivedMessage received) throws JsonRpcRefusal {
    if (received.httpMethod() == null) {
      return;
    }
    agree(
        "MCP-Protocol-Version",
        received.header("MCP-Protocol-Version"),
        received.meta().string(StatelessEra.PROTOCOL_VERSION));
    agree("Mcp-Method", received.header("Mcp-Method"), received.method());
    if (NAMED.contains(received.method())) {
      agree(
          "Mcp-Name",
          decoded(received, "Mcp-Name"),
          received.params().string(sourceOfName(received.method())));
    }
    if (received.method().equals("tools/call")) {
      FeatureScript tool =
          server.serverOffer().tools().script(received.params().string("name", ""));
      if (tool != null) {
        checkParameters(received, tool.definition().object("inputSchema"), received.arguments());
      }
    }
    if (received.header("Mcp-Session-Id") != null) {
      server.violation(received.method() + " has Mcp-Session-Id, which 2026-07-28 does not define");
    }
  }

  private static String sourceOfName(String method) {
    if (method.startsWith("tasks/")) {
      return "taskId";
    }
    return method.equals("resources/read") ? "uri" : "name";
  }

  private void checkParameters(
      ReceivedMessage received, @Nullable JsonObject schema, JsonObject values)
      throws JsonRpcRefusal {
    if (schema == null) {
      return;
    }
    for (Map.Entry<String, @Nullable Object> property : schema.map("properties").entrySet()) {
      JsonObject propertySchema = JsonObject.orNull(property.getValue());
      if (propertySchema == null) {
        continue;
      }
      String name = propertySchema.string("x-mcp-header");
      Object value = values.get(property.getKey());
      if (name != null && value != null) {
        require(received, "Mcp-Param-" + name);
        String sent = decoded(received, "Mcp-Param-" + name);
        if (!(value instanceof Number && HeaderValues.sameNumber(sent, value))) {
          agree("Mcp-Param-" + name, sent, value.toString());
        }
      }
      JsonObject nested = values.object(property.getKey());
      checkParameters(received, propertySchema, nested == null ? JsonObject.empty() : nested);
    }
  }

  private static void require(ReceivedMessage received, String name) throws JsonRpcRefusal {
    if (received.header(name) == null) {
      throw mismatch("the required header " + name + " is missing");
    }
  }

  private static void agree(String name, @Nullable String header, @Nullable String body)
      throws JsonRpcRefusal {
    if (header == null || !header.equals(body)) {
      throw mismatch(
          name + " header value '" + header + "' does not match body value '" + body + "'");
    }
  }

  private static String decoded(ReceivedMessage received, String name) throws JsonRpcRefusal {
    try {
      return HeaderValues.decode(String.valueOf(received.header(name)));
    } catch (IllegalArgumentException e) {
      throw mismatch("the header " + name + " is not encoded correctly");
    }
  }

  private static JsonRpcRefusal mismatch(String message) {
    return JsonRpcRefusal.of(400, JsonRpcError.HEADER_MISMATCH, "Header mismatch: " + message);
  }
}
