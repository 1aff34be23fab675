package io.mcpbridge.catalog;

import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One server's state at one moment.
 *
 * @param name the key it was configured under
 * @param address where it is, without secrets
 * @param state where it stands
 * @param since when it came to stand there
 * @param reason why, where something is wrong: what was tried, what came back, what to change
 * @param info what it said of itself when it was last greeted
 * @param toolCount how many of its tools are listed
 */
public record ServerStatus(
    String name,
    String address,
    ServerState state,
    Instant since,
    @Nullable String reason,
    @Nullable ServerInfo info,
    int toolCount) {}
