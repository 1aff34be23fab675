package io.mcpbridge.input;

import io.mcpbridge.model.McpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, and on what occasion.
 *
 * @param server the configured name of the server
 * @param during the call that needs the input; {@code null} up to 2025-11-25, where a server does
 *     not say which it is
 */
public record InputContext(String server, @Nullable McpRequest<?> during) {}
