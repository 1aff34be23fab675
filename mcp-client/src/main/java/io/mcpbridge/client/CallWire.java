package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Transport;
import org.jspecify.annotations.Nullable;

/** What interceptors can see of the connection that carries a call. */
record CallWire(Transport transport, ActiveCall call) implements Interceptor.Wire {

  @Override
  public String address() {
    return transport.address();
  }

  @Override
  public @Nullable ServerInfo server() {
    Connection chosen = call.chosen();
    return chosen == null ? null : chosen.server();
  }

  @Override
  public @Nullable String requestId() {
    RequestId last = call.lastId();
    return last == null ? null : last.value().toString();
  }
}
