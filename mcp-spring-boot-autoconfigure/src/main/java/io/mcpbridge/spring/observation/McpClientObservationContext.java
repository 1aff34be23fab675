package io.mcpbridge.spring.observation;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ServerInfo;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.Propagator;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request or notification to an MCP server, from before it is sent until its response arrives
 * (a subscription: its acknowledgment; a notification: until it is sent) or it fails. The carrier
 * is added to its {@code _meta}.
 */
public final class McpClientObservationContext
    extends RequestReplySenderContext<Map<String, @Nullable Object>, McpResult> {

  private final String server;
  private final @Nullable McpRequest<?> request;
  private final Interceptor.@Nullable Wire wire;
  private final @Nullable WireMessage message;

  /**
   * @param setter writes trace propagation fields to the carrier
   */
  McpClientObservationContext(
      Interceptor.Chain chain, Propagator.Setter<Map<String, @Nullable Object>> setter) {
    this(setter, chain.server(), chain.request(), chain.wire(), null);
  }

  /**
   * @param message belongs to no call
   */
  McpClientObservationContext(
      WireMessage message, Propagator.Setter<Map<String, @Nullable Object>> setter) {
    this(setter, message.server(), null, null, message);
  }

  /** Either with the request and the connection of a call, or with a message. */
  private McpClientObservationContext(
      Propagator.Setter<Map<String, @Nullable Object>> setter,
      String server,
      @Nullable McpRequest<?> request,
      Interceptor.@Nullable Wire wire,
      @Nullable WireMessage message) {
    super(setter, Kind.CLIENT);
    this.server = server;
    this.request = request;
    this.wire = wire;
    this.message = message;
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
    return withoutNone(super.getAllKeyValues());
  }

  static KeyValues withoutNone(KeyValues values) {
    return KeyValues.of(
        values.stream().filter(pair -> !pair.getValue().equals(KeyValue.NONE_VALUE)).toList());
  }

  private Interceptor.Wire wire() {
    return Objects.requireNonNull(wire);
  }

  /** The configured name of the server. */
  public String server() {
    return server;
  }

  /** The method, such as {@code tools/call}. */
  public String method() {
    return message != null ? message.method() : Objects.requireNonNull(request).method();
  }

  /**
   * The request of a call; its arguments may contain secrets. {@code null} for the other messages
   * of a client: the handshake, subscriptions and notifications.
   */
  public @Nullable McpRequest<?> request() {
    return request;
  }

  /** The URI of the resource that is read or subscribed to; may contain secrets. */
  public @Nullable String resourceUri() {
    if (message == null) {
      return request instanceof ReadResourceRequest read ? read.uri() : null;
    }
    return message.method().startsWith("resources/") ? message.params().string("uri") : null;
  }

  /** URL or command line of the server, without secrets. */
  public String address() {
    return message != null ? message.address() : wire().address();
  }

  /** The protocol revision: the one negotiated, or the one that a handshake offers. */
  public @Nullable String protocolVersion() {
    if (message != null) {
      return message.protocolVersion();
    }
    ServerInfo info = wire().server();
    return info == null ? null : info.protocolVersion();
  }

  /** The id of the session, a secret; {@code null} without a session. */
  public @Nullable String sessionId() {
    return message != null ? message.sessionId() : wire().sessionId();
  }

  /** The version of HTTP; {@code null} on other transports. */
  public @Nullable String networkProtocolVersion() {
    return message != null ? message.networkProtocolVersion() : wire().networkProtocolVersion();
  }

  /** The JSON-RPC id of the request, once it was sent; {@code null} for a notification. */
  public @Nullable String requestId() {
    return message != null ? message.requestId() : wire().requestId();
  }
}
