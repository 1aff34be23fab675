package io.mcpbridge.spring.observation;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures the duration of sessions ({@code mcp.client.session.duration}). */
final class SessionMeter implements CatalogListener, Interceptor, AutoCloseable {

  private static final String NAME = "mcp.client.session.duration";

  private final MeterRegistry registry;
  private final Map<String, Begun> sessions = new ConcurrentHashMap<>();
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();

  SessionMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  private record Begun(long at, String protocolVersion, Peer peer) {}

  private record Peer(PeerAddress address, @Nullable String networkProtocolVersion) {

    static final Peer UNKNOWN = new Peer(new PeerAddress(null, null, null, null), null);
  }

  @Override
  public McpResult intercept(Chain chain) {
    return chain.proceed(chain.request());
  }

  /** Learns the address of a server from its handshake. */
  @Override
  public WireMessage.Observed observe(WireMessage message) {
    if (!message.isFromServer()) {
      peers.put(
          message.server(),
          new Peer(PeerAddress.of(message.address()), message.networkProtocolVersion()));
    }
    return WireMessage.Observed.NONE;
  }

  @Override
  public void connected(String server, ServerInfo info) {
    sessions.put(
        server,
        new Begun(
            registry.config().clock().monotonicTime(),
            info.protocolVersion(),
            peers.getOrDefault(server, Peer.UNKNOWN)));
  }

  @Override
  public void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {
    if (now != ServerState.CONNECTED && now != ServerState.DEGRADED) {
      ended(server, now);
    }
  }

  /** Records open sessions when the application closes, since no further events arrive then. */
  @Override
  public void close() {
    sessions.keySet().forEach(server -> ended(server, ServerState.CLOSED));
  }

  private void ended(String server, ServerState now) {
    Begun begun = sessions.remove(server);
    if (begun != null) {
      long lasted = registry.config().clock().monotonicTime() - begun.at();
      timer(server, begun, now).record(lasted, TimeUnit.NANOSECONDS);
    }
  }

  private Timer timer(String server, Begun begun, ServerState now) {
    PeerAddress peer = begun.peer().address();
    return Timer.builder(NAME)
        .description("How long an MCP server stayed connected")
        .tag("mcp.protocol.version", begun.protocolVersion())
        .tag("error.type", errorType(now))
        .tag("mcpbridge.server", server)
        .tag("network.transport", present(peer.transport()))
        .tag("network.protocol.name", present(peer.protocol()))
        .tag("network.protocol.version", present(begun.peer().networkProtocolVersion()))
        .tag("server.address", present(peer.host()))
        .tag("server.port", present(peer.port()))
        .register(registry);
  }

  private static String present(@Nullable String value) {
    return value == null ? "none" : value;
  }

  private static String errorType(ServerState now) {
    return switch (now) {
      case DISCONNECTED -> "connection_lost";
      case NEEDS_AUTHORIZATION -> "unauthorized";
      case DISABLED, IDLE, CONNECTING, CONNECTED, DEGRADED, CLOSED -> "none";
    };
  }
}
