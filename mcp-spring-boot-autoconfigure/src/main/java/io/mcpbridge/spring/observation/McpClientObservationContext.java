package io.mcpbridge.spring.observation;

import io.mcpbridge.client.Interceptor;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.Propagator;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request to an MCP server, from before it is sent until its response arrives or it fails. The
 * carrier is added to its {@code _meta}.
 */
public final class McpClientObservationContext
    extends RequestReplySenderContext<Map<String, @Nullable Object>, McpResult> {

  private final String server;
  private final McpRequest<?> request;
  private final Interceptor.Wire wire;

  /**
   * @param setter writes trace propagation fields to the carrier
   */
  McpClientObservationContext(
      Interceptor.Chain chain, Propagator.Setter<Map<String, @Nullable Object>> setter) {
    super(setter, Kind.CLIENT);
    this.server = chain.server();
    this.request = chain.request();
    this.wire = chain.wire();
    setCarrier(new LinkedHashMap<>());
    setRemoteServiceName(server);
  }

  /**
   * Span attributes: all except those that are {@code none}. Meters of one name need the same tags,
   * so they keep it ({@link #getLowCardinalityKeyValues()}). On a span, OpenTelemetry's conventions
   * require attributes such as {@code error.type} only if there was an error.
   */
  @Override
  public KeyValues getAllKeyValues() {
    return KeyValues.of(
        super.getAllKeyValues().stream()
            .filter(pair -> !pair.getValue().equals(KeyValue.NONE_VALUE))
            .toList());
  }

  /** The configured name of the server. */
  public String server() {
    return server;
  }

  /** The request; its arguments may contain secrets. */
  public McpRequest<?> request() {
    return request;
  }

  /** URL or command line of the server, without secrets. */
  public String address() {
    return wire.address();
  }

  /** What the server reported when it was initialized. */
  public @Nullable ServerInfo serverInfo() {
    return wire.server();
  }

  /** The JSON-RPC id of the request, once it was sent. */
  public @Nullable String requestId() {
    return wire.requestId();
  }
}
