package io.mcpbridge.spring.observation;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.Propagator;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request or notification to an MCP server, from before it is sent until its response arrives
 * (a subscription: its acknowledgment; a notification: until it is sent) or it fails. The carrier
 * is added to its {@code _meta}.
 */
public final class McpClientObservationContext
    extends RequestReplySenderContext<Map<String, @Nullable Object>, McpResult> {

  private final String server;
  private final Observable observable;

  /**
   * @param setter writes trace propagation fields to the carrier
   */
  McpClientObservationContext(
      Interceptor.Chain chain, Propagator.Setter<Map<String, @Nullable Object>> setter) {
    this(setter, chain.server(), new Observable.Call(chain.request(), chain.wire()));
  }

  /**
   * @param message belongs to no call
   */
  McpClientObservationContext(
      WireMessage message, Propagator.Setter<Map<String, @Nullable Object>> setter) {
    this(setter, message.server(), new Observable.Other(message));
  }

  private McpClientObservationContext(
      Propagator.Setter<Map<String, @Nullable Object>> setter,
      String server,
      Observable observable) {
    super(setter, Kind.CLIENT);
    this.server = server;
    this.observable = observable;
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

  /** The method, such as {@code tools/call}. */
  public String method() {
    return observable.method();
  }

  /**
   * The request of a call; its arguments may contain secrets. {@code null} for the other messages
   * of a client: the handshake, subscriptions and notifications.
   */
  public @Nullable McpRequest<?> request() {
    return observable.request();
  }

  /** The URI of the resource that is read or subscribed to; may contain secrets. */
  public @Nullable String resourceUri() {
    return observable.resourceUri();
  }

  /** URL or command line of the server, without secrets. */
  public String address() {
    return observable.address();
  }

  /** The protocol revision: the one negotiated, or the one that a handshake offers. */
  public @Nullable String protocolVersion() {
    return observable.protocolVersion();
  }

  /** The id of the session, a secret; {@code null} without a session. */
  public @Nullable String sessionId() {
    return observable.sessionId();
  }

  /** The version of HTTP; {@code null} on other transports. */
  public @Nullable String networkProtocolVersion() {
    return observable.networkProtocolVersion();
  }

  /** The JSON-RPC id of the request, once it was sent; {@code null} for a notification. */
  public @Nullable String requestId() {
    return observable.requestId();
  }
}
