package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model's wish to use one of the tools of a sampling request (2025-11-25 and later).
 *
 * @param id what the result refers to
 * @param name which tool
 * @param input its arguments
 * @param meta the block's {@code _meta}; to be kept
 */
public record ToolUseContent(
    String id, String name, Map<String, @Nullable Object> input, Map<String, @Nullable Object> meta)
    implements SamplingContent {}
