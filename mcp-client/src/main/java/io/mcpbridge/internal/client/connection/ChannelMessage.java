package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import org.jspecify.annotations.Nullable;

/** A request or notification that a client sends on a channel and that belongs to no call. */
final class ChannelMessage implements WireMessage {

  private static final String META_VERSION = "io.modelcontextprotocol/protocolVersion";

  private final ObservedChannel channel;
  private final String method;
  private final @Nullable String id;
  private final JsonObject params;
  private volatile @Nullable String version;

  ChannelMessage(ObservedChannel channel, String method, @Nullable String id, JsonObject params) {
    this.channel = channel;
    this.method = method;
    this.id = id;
    this.params = params;
    this.version = offered(params);
  }

  /** The revision in the message itself. */
  private static @Nullable String offered(JsonObject params) {
    Object stateless = params.map("_meta").get(META_VERSION);
    return stateless instanceof String text ? text : params.string("protocolVersion");
  }

  /** The server may answer {@code initialize} with another revision than the one offered. */
  void answered(JsonRpcResponse response) {
    JsonObject result = response.result();
    String negotiated = result == null ? null : result.string("protocolVersion");
    if (negotiated != null) {
      version = negotiated;
    }
    if (result != null && version != null) {
      channel.protocolVersion(version);
    }
  }

  @Override
  public boolean isFromServer() {
    return false;
  }

  @Override
  public String server() {
    return channel.server();
  }

  @Override
  public String address() {
    return channel.address();
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public @Nullable String requestId() {
    return id;
  }

  @Override
  public JsonObject params() {
    return params;
  }

  @Override
  public @Nullable String protocolVersion() {
    return version == null ? channel.protocolVersion() : version;
  }

  @Override
  public @Nullable String sessionId() {
    return channel.sessionId();
  }

  @Override
  public @Nullable String networkProtocolVersion() {
    return channel.networkProtocolVersion();
  }
}
