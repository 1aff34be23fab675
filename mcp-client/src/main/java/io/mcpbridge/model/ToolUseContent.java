package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model's call of a tool that a sampling request offered (2025-11-25 and later).
 *
 * @param id the id that the result refers to
 * @param name the tool's name
 * @param input its arguments
 * @param meta the block's {@code _meta}; to be preserved
 */
public record ToolUseContent(
    String id, String name, Map<String, @Nullable Object> input, Map<String, @Nullable Object> meta)
    implements SamplingContent {}
