package io.mcpbridge.spring.observation;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.model.ServerInfo;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures the duration of sessions ({@code mcp.client.session.duration}). */
final class SessionMeter implements CatalogListener, AutoCloseable {

  private static final String NAME = "mcp.client.session.duration";

  private final MeterRegistry registry;
  private final Map<String, Begun> sessions = new ConcurrentHashMap<>();

  SessionMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  private record Begun(long at, String protocolVersion) {}

  @Override
  public void connected(String server, ServerInfo info) {
    sessions.put(
        server, new Begun(registry.config().clock().monotonicTime(), info.protocolVersion()));
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
    return Timer.builder(NAME)
        .description("How long an MCP server stayed connected")
        .tag("mcp.protocol.version", begun.protocolVersion())
        .tag("error.type", errorType(now))
        .tag("mcpbridge.server", server)
        .register(registry);
  }

  private static String errorType(ServerState now) {
    return switch (now) {
      case DISCONNECTED -> "connection_lost";
      case NEEDS_AUTHORIZATION -> "unauthorized";
      case DISABLED, IDLE, CONNECTING, CONNECTED, DEGRADED, CLOSED -> "none";
    };
  }
}
