package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says no more than that it is one.
 *
 * @param meta the result's {@code _meta}
 */
public record EmptyResult(Map<String, @Nullable Object> meta) implements McpResult {}
