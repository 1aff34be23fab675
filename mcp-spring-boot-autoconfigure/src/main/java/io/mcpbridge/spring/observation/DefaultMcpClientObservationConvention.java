package io.mcpbridge.spring.observation;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ServerInfo;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's semantic conventions for MCP clients (GenAI conventions, status: development),
 * plus the configured name of the server. Low-cardinality keys have bounded values; a key that does
 * not apply is {@code none}, since all meters of one name need the same tags. The session id is
 * omitted, since it could be used to join the session.
 */
public class DefaultMcpClientObservationConvention implements McpClientObservationConvention {

  private static final String NAME = "mcp.client.operation.duration";
  private static final String STATUS_CODE = "rpc.response.status_code";

  /** For subclasses. */
  public DefaultMcpClientObservationConvention() {}

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public String getContextualName(McpClientObservationContext context) {
    String method = context.request().method();
    String target = tool(context) == null ? prompt(context) : tool(context);
    return target == null ? method : method + " " + target;
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
    ServerInfo info = context.serverInfo();
    PeerAddress peer = PeerAddress.of(context.address());
    return KeyValues.of(
        pair("mcp.method.name", context.request().method()),
        pair("mcp.protocol.version", info == null ? null : info.protocolVersion()),
        pair("gen_ai.operation.name", tool(context) == null ? null : "execute_tool"),
        pair("gen_ai.tool.name", tool(context)),
        pair("gen_ai.prompt.name", prompt(context)),
        pair("error.type", ErrorType.of(context)),
        pair(STATUS_CODE, code(context)),
        pair("network.transport", peer.transport()),
        pair("network.protocol.name", peer.protocol()),
        pair("server.address", peer.host()),
        pair("server.port", peer.port()),
        pair("mcpbridge.server", context.server()));
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(McpClientObservationContext context) {
    KeyValues values = KeyValues.empty();
    String id = context.requestId();
    if (id != null) {
      values = values.and("jsonrpc.request.id", id);
    }
    if (context.getError() instanceof McpErrorResponseException refusal) {
      values = values.and(STATUS_CODE, String.valueOf(refusal.code())); // unrestricted in traces
    }
    if (context.request() instanceof ReadResourceRequest read) {
      values = values.and("mcp.resource.uri", PeerAddress.withoutSecrets(read.uri()));
    }
    return values;
  }

  private static @Nullable String tool(McpClientObservationContext context) {
    return context.request() instanceof CallToolRequest call ? call.name() : null;
  }

  private static @Nullable String prompt(McpClientObservationContext context) {
    return context.request() instanceof GetPromptRequest prompt ? prompt.name() : null;
  }

  private static @Nullable String code(McpClientObservationContext context) {
    return context.getError() instanceof McpErrorResponseException refusal
        ? ErrorType.ofRefusal(refusal)
        : null;
  }

  private static KeyValue pair(String key, @Nullable String value) {
    return KeyValue.of(key, value == null || value.isEmpty() ? KeyValue.NONE_VALUE : value);
  }
}
