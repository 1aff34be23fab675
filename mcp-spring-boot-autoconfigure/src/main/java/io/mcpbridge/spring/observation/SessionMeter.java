package io.mcpbridge.spring.observation;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures the duration of sessions ({@code mcp.client.session.duration}). */
final class SessionMeter implements CatalogListener, Interceptor, AutoCloseable {

  private static final String NAME = "mcp.client.session.duration";

  private final MeterRegistry registry;
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final Map<String, Tags> peers = new ConcurrentHashMap<>();

  SessionMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  private record Session(long begin, Tags tags) {}

  @Override
  public McpResult intercept(Chain chain) {
    return chain.proceed(chain.request());
  }

  /** Learns the address of a server from its handshake. */
  @Override
  public WireMessage.Observed observe(WireMessage message) {
    if (!message.isFromServer()) {
      PeerAddress peer = PeerAddress.of(message.address());
      peers.put(message.server(), tags(peer, message.networkProtocolVersion()));
    }
    return WireMessage.Observed.NONE;
  }

  @Override
  public void connected(String server, ServerInfo info) {
    Tags peer = peers.getOrDefault(server, tags(new PeerAddress(null, null, null, null), null));
    Tags tags =
        peer.and("mcp.protocol.version", info.protocolVersion(), "mcpbridge.server", server);
    sessions.put(server, new Session(registry.config().clock().monotonicTime(), tags));
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
    Session session = sessions.remove(server);
    if (session != null) {
      Timer.builder(NAME)
          .description("How long an MCP server stayed connected")
          .tags(session.tags())
          .tag("error.type", errorType(now))
          .register(registry)
          .record(
              registry.config().clock().monotonicTime() - session.begin(), TimeUnit.NANOSECONDS);
    }
  }

  private static Tags tags(PeerAddress peer, @Nullable String networkProtocolVersion) {
    return Tags.of(
        "network.transport", present(peer.transport()),
        "network.protocol.name", present(peer.protocol()),
        "network.protocol.version", present(networkProtocolVersion),
        "server.address", present(peer.host()),
        "server.port", present(peer.port()));
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
