package io.mcpbridge.catalog.server;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that was not made, because a limit of {@link CallGuards} was reached; for listeners.
 *
 * @param server the key of the tool's server
 * @param tool the tool's name on the server
 * @param modelName the tool's name as offered to the model
 * @param reason the limit and its setting, for the developer
 * @param conversationId the conversation, if known
 * @param invocationId the request to the agent, if known
 * @param at when
 */
public record CallLimitEvent(
    String server,
    String tool,
    String modelName,
    String reason,
    @Nullable String conversationId,
    @Nullable String invocationId,
    Instant at) {}
