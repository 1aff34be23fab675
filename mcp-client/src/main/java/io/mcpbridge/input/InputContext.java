package io.mcpbridge.input;

import io.mcpbridge.model.McpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The context of an input request.
 *
 * @param server the configured name of the server
 * @param during the call that needs the input; {@code null} up to 2025-11-25, where servers do not
 *     identify it
 */
public record InputContext(String server, @Nullable McpRequest<?> during) {}
