package io.mcpbridge.catalog;

import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server at one moment: immutable, and without secrets.
 *
 * @param name the key it was configured under
 * @param address where it is, without secrets
 * @param options how it is treated
 * @param state where it stands
 * @param since when it came to stand there
 * @param reason why, where something is wrong: what was tried, what came back, what to change; of a
 *     connected server, until when it asks to be left alone
 * @param disabledBy who does not want it to be used; {@code null} if it may be
 * @param info what it said of itself when it was last greeted: the revision that is spoken with it,
 *     what it calls itself, what it offers, its instructions; all of it as it came
 * @param instructions how to use it, as models may read it: without invisible characters where
 *     {@link ServerOptions#invisibleCharacters()} says so
 * @param tools its tools that are listed
 * @param nextAttempt when it is tried again, where that is planned
 * @param errors the last 100 things that went wrong with it, the oldest first
 * @param standardError the last lines that its process wrote on standard error while it is
 *     connected: untrusted, without secrets, often no errors at all; empty if there are none
 * @param counters how often what happened with it
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

  /** How many of its tools are listed. */
  public int toolCount() {
    return tools.size();
  }
}
