package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result without data.
 *
 * @param meta the result's {@code _meta}
 */
public record EmptyResult(Map<String, @Nullable Object> meta) implements McpResult {}
