package io.mcpbridge.spring.observation;

import static io.mcpbridge.spring.observation.DefaultMcpClientObservationConvention.pair;

import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.error.McpErrorResponseException;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Observes the handling of a server's request, by OpenTelemetry's conventions for MCP servers: the
 * client is the server of this request.
 */
final class ServerRequestObservation implements WireMessage.Observed {

  private static final String NAME = "mcp.server.operation.duration";
  private static final int INTERNAL_ERROR = -32603;
  private static final int FIRST_SERVER_ERROR = -32099;
  private static final int LAST_SERVER_ERROR = -32000;

  private final McpServerRequestObservationContext context;
  private final SensitiveAttributes sensitive;
  private final Observation observation;

  ServerRequestObservation(
      WireMessage message, SensitiveAttributes sensitive, ObservationRegistry registry) {
    this.context = new McpServerRequestObservationContext(message);
    this.sensitive = sensitive;
    this.observation =
        Observation.createNotStarted(NAME, () -> context, registry)
            .contextualName(message.method())
            .lowCardinalityKeyValues(lowCardinalityKeyValues(message, null))
            .start();
  }

  @Override
  public <T extends @Nullable Object> T handling(Supplier<T> work) {
    try (Observation.Scope scope = observation.openScope()) {
      return work.get();
    }
  }

  @Override
  public void ended(@Nullable Throwable failure) {
    WireMessage message = context.message();
    observation.lowCardinalityKeyValues(lowCardinalityKeyValues(message, failure));
    if (message.requestId() != null) {
      observation.highCardinalityKeyValue("jsonrpc.request.id", message.requestId());
    }
    sensitive.session(message.sessionId()).forEach(observation::highCardinalityKeyValue);
    if (failure != null && isError(failure)) {
      observation.error(failure);
    }
    observation.stop();
  }

  private static KeyValues lowCardinalityKeyValues(
      WireMessage message, @Nullable Throwable failure) {
    PeerAddress peer = PeerAddress.of(message.address());
    return KeyValues.of(
        pair("mcp.method.name", message.method()),
        pair("mcp.protocol.version", message.protocolVersion()),
        pair(
            "error.type", failure == null || !isError(failure) ? null : ErrorType.ofError(failure)),
        pair(
            "rpc.response.status_code",
            failure instanceof McpErrorResponseException refusal
                ? String.valueOf(refusal.code())
                : null),
        pair("network.transport", peer.transport()),
        pair("network.protocol.name", peer.protocol()),
        pair("network.protocol.version", message.networkProtocolVersion()),
        pair("mcpbridge.server", message.server()));
  }

  /** Other codes are errors of the peer, or the user's refusal (-1). */
  private static boolean isError(Throwable failure) {
    return !(failure instanceof McpErrorResponseException refusal)
        || refusal.code() == INTERNAL_ERROR
        || FIRST_SERVER_ERROR <= refusal.code() && refusal.code() <= LAST_SERVER_ERROR;
  }
}
