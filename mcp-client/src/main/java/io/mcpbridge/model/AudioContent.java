package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Audio content (2025-03-26 and later).
 *
 * @param data Base64, as the server sent it
 * @param mimeType such as {@code audio/wav}
 * @param annotations the block's annotations
 * @param meta the block's {@code _meta}
 */
public record AudioContent(
    String data, String mimeType, Annotations annotations, Map<String, @Nullable Object> meta)
    implements ContentBlock, SamplingContent {}
