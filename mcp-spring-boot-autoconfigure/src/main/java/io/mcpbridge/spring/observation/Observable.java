package io.mcpbridge.spring.observation;

import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/** A message of a client: the request of a call, or a message that belongs to no call. */
interface Observable {

  String method();

  /** The request of a call. */
  @Nullable McpRequest<?> request();

  @Nullable String requestId();

  @Nullable String resourceUri();

  String address();

  @Nullable String protocolVersion();

  @Nullable String sessionId();

  @Nullable String networkProtocolVersion();

  /** The request of a call. */
  record Call(McpRequest<?> request, Interceptor.Wire wire) implements Observable {

    @Override
    public String method() {
      return request.method();
    }

    @Override
    public @Nullable String requestId() {
      return wire.requestId();
    }

    @Override
    public @Nullable String resourceUri() {
      return request instanceof ReadResourceRequest read ? read.uri() : null;
    }

    @Override
    public String address() {
      return wire.address();
    }

    @Override
    public @Nullable String protocolVersion() {
      ServerInfo info = wire.server();
      return info == null ? null : info.protocolVersion();
    }

    @Override
    public @Nullable String sessionId() {
      return wire.sessionId();
    }

    @Override
    public @Nullable String networkProtocolVersion() {
      return wire.networkProtocolVersion();
    }
  }

  /** A message that belongs to no call. */
  record Other(WireMessage message) implements Observable {

    @Override
    public String method() {
      return message.method();
    }

    @Override
    public @Nullable McpRequest<?> request() {
      return null;
    }

    @Override
    public @Nullable String requestId() {
      return message.requestId();
    }

    @Override
    public @Nullable String resourceUri() {
      return message.method().startsWith("resources/") ? message.params().string("uri") : null;
    }

    @Override
    public String address() {
      return message.address();
    }

    @Override
    public @Nullable String protocolVersion() {
      return message.protocolVersion();
    }

    @Override
    public @Nullable String sessionId() {
      return message.sessionId();
    }

    @Override
    public @Nullable String networkProtocolVersion() {
      return message.networkProtocolVersion();
    }
  }
}
