package io.mcpbridge.spring.observation;

import io.mcpbridge.client.call.WireMessage;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of a server that the client handles: elicitation, sampling, roots. Its {@code _meta} is
 * the carrier of the server's trace context.
 */
public final class McpServerRequestObservationContext
    extends ReceiverContext<Map<String, @Nullable Object>> {

  private final WireMessage message;

  McpServerRequestObservationContext(WireMessage message) {
    super((carrier, key) -> carrier.get(key) instanceof String text ? text : null, Kind.SERVER);
    this.message = message;
    setCarrier(message.params().map("_meta"));
    setRemoteServiceName(message.server());
  }

  /** The request; its parameters may contain secrets. */
  public WireMessage message() {
    return message;
  }

  /** Span attributes: all except those that are {@code none}. */
  @Override
  public KeyValues getAllKeyValues() {
    return McpClientObservationContext.withoutNone(super.getAllKeyValues());
  }
}
