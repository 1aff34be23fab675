package io.mcpbridge.catalog.server;

import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of one server at one moment: immutable, and without secrets.
 *
 * @param name its key in the configuration
 * @param address its address, without secrets
 * @param options its options
 * @param state its state
 * @param since when it entered the state
 * @param reason the cause of a problem: what was tried, the response, and what to change; of a
 *     connected server, until when its {@code Retry-After} applies
 * @param disabledBy who disabled the server; {@code null} if it is enabled
 * @param info what the server reported when it last connected: protocol revision, server info,
 *     capabilities and instructions, unmodified
 * @param instructions the instructions as shown to models: without invisible characters if {@link
 *     ServerOptions#invisibleCharacters()} removes them; {@code null} if there are none, or if they
 *     are withheld ({@link ToolChangePolicy#BLOCK})
 * @param tools its listed tools
 * @param nextAttempt when the next connection attempt is due, if one is scheduled
 * @param errors the last 100 errors, oldest first
 * @param standardError the last lines on its process's standard error while it is connected:
 *     untrusted, without secrets, often not errors; empty if there are none
 * @param counters its counters
 */
public record ServerStatus(
    String name,
    String address,
    ServerOptions options,
    ServerState state,
    Instant since,
    @Nullable String reason,
    @Nullable String disabledBy,
    @Nullable ServerInfo info,
    @Nullable String instructions,
    List<CatalogTool> tools,
    @Nullable Instant nextAttempt,
    List<ServerError> errors,
    String standardError,
    ServerCounters counters) {

  /** Copies the lists. */
  public ServerStatus {
    tools = List.copyOf(tools);
    errors = List.copyOf(errors);
  }

  /** The number of listed tools. */
  public int toolCount() {
    return tools.size();
  }
}
