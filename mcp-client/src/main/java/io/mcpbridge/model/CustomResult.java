package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link CustomRequest}.
 *
 * @param members the whole result as plain Java values, in order, {@code _meta} included
 * @param meta the result's {@code _meta}
 */
public record CustomResult(
    Map<String, @Nullable Object> members, Map<String, @Nullable Object> meta)
    implements McpResult {}
