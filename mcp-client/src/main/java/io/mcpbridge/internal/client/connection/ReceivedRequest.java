package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A request of a server, which the client handles.
 *
 * @param observers know the server
 * @param connection carries the request
 * @param requestId {@code null} for input that the server requires in a result
 */
record ReceivedRequest(
    MessageObservers observers,
    Connection connection,
    String method,
    @Nullable String requestId,
    JsonObject params)
    implements WireMessage {

  @Override
  public String server() {
    return observers.server();
  }

  @Override
  public String address() {
    return observers.address();
  }

  @Override
  public boolean isFromServer() {
    return true;
  }

  @Override
  public @Nullable String protocolVersion() {
    return connection.server().protocolVersion();
  }

  @Override
  public @Nullable String sessionId() {
    return connection.channel().sessionId();
  }

  @Override
  public @Nullable String networkProtocolVersion() {
    return connection.channel().networkProtocolVersion();
  }
}
