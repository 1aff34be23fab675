package io.mcpbridge.spring.observation;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's semantic conventions for MCP clients (GenAI conventions, status: development),
 * plus the configured name of the server. Low-cardinality keys have bounded values; a key that does
 * not apply is {@code none}, since all meters of one name need the same tags. Arguments, results
 * and the session id, which could be used to join the session, are recorded only if {@code
 * mcp.client.observations.include} lists them.
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
    String method = context.method();
    String target = tool(context) == null ? prompt(context) : tool(context);
    return target == null ? method : method + " " + target;
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
    PeerAddress peer = PeerAddress.of(context.address());
    return KeyValues.of(
        pair("mcp.method.name", context.method()),
        pair("mcp.protocol.version", context.protocolVersion()),
        pair("gen_ai.operation.name", tool(context) == null ? null : "execute_tool"),
        pair("gen_ai.tool.name", tool(context)),
        pair("gen_ai.prompt.name", prompt(context)),
        pair("error.type", ErrorType.of(context)),
        pair(STATUS_CODE, code(context)),
        pair("network.transport", peer.transport()),
        pair("network.protocol.name", peer.protocol()),
        pair("network.protocol.version", context.networkProtocolVersion()),
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
    String uri = context.resourceUri();
    if (uri != null) {
      values = values.and("mcp.resource.uri", PeerAddress.withoutSecrets(uri));
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

  static KeyValue pair(String key, @Nullable String value) {
    return KeyValue.of(key, value == null || value.isEmpty() ? KeyValue.NONE_VALUE : value);
  }
}
