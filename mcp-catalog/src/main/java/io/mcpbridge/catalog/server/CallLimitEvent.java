package io.mcpbridge.catalog.server;

import io.mcpbridge.context.CallerContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that was not made, because a limit of {@link CallGuards} was reached; for listeners.
 *
 * @param server the key of the tool's server
 * @param tool the tool's name on the server
 * @param modelName the tool's name as offered to the model
 * @param reason the limit and its setting, for the developer
 * @param caller on whose behalf it was to be made
 * @param invocationId the request to the agent, if known
 * @param at when
 */
public record CallLimitEvent(
    String server,
    String tool,
    String modelName,
    String reason,
    CallerContext caller,
    @Nullable String invocationId,
    Instant at) {}
