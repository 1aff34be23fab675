package io.mcpbridge.spring.endpoint;

import io.mcpbridge.catalog.ServerCounters;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.StartPolicy;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a server stands.
 *
 * @param state where
 * @param since when it came to stand there
 * @param reason why, where something is wrong
 * @param disabledBy who does not want it
 * @param address where it is
 * @param start when it is connected, and what hangs on it
 * @param protocolVersion the revision that was last spoken with it
 * @param implementation what it calls itself, and its version; untrusted
 * @param tools how many of its tools are listed
 * @param nextAttempt when it is tried again, where that is planned
 * @param errors how many errors are kept of it
 * @param counters how often what happened with it
 */
public record ServerSummary(
    ServerState state,
    Instant since,
    @Nullable String reason,
    @Nullable String disabledBy,
    String address,
    StartPolicy start,
    @Nullable String protocolVersion,
    @Nullable String implementation,
    int tools,
    @Nullable Instant nextAttempt,
    int errors,
    ServerCounters counters) {

  static ServerSummary of(ServerStatus server) {
    ServerInfo info = server.info();
    return new ServerSummary(
        server.state(),
        server.since(),
        server.reason(),
        server.disabledBy(),
        server.address(),
        server.options().start(),
        info == null ? null : info.protocolVersion(),
        info == null ? null : named(info.implementation()),
        server.toolCount(),
        server.nextAttempt(),
        server.errors().size(),
        server.counters());
  }

  private static @Nullable String named(@Nullable Implementation implementation) {
    return implementation == null ? null : implementation.name() + " " + implementation.version();
  }
}
