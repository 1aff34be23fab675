package io.mcpbridge.spring.endpoint;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a server.
 *
 * @param state the state
 * @param since when it entered the state
 * @param reason the cause, if there is a problem
 * @param disabledBy who disabled it
 * @param address URL or command line, without secrets
 * @param start when it is connected, and whether the application requires it
 * @param protocolVersion protocol version that was negotiated last
 * @param implementation name and version that it reported; untrusted
 * @param tools number of listed tools
 * @param tokens about how many tokens the definitions of its tools take in each request that offers
 *     them all
 * @param nextAttempt time of the next connection attempt, if one is scheduled
 * @param errors number of stored errors
 * @param counters counters of its events by name
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
    int tokens,
    @Nullable Instant nextAttempt,
    int errors,
    Map<String, Long> counters) {

  /** The summary of a status. */
  public static ServerSummary of(ServerStatus server) {
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
        server.tools().stream().mapToInt(CatalogTool::tokens).sum(),
        server.nextAttempt(),
        server.errors().size(),
        server.counters().asMap());
  }

  private static @Nullable String named(@Nullable Implementation implementation) {
    return implementation == null ? null : implementation.name() + " " + implementation.version();
  }
}
