package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource: text or binary.
 *
 * @param uri the resource's URI
 * @param mimeType its type, if known
 * @param text the text, unless it is binary
 * @param blob Base64, if it is binary
 * @param meta the contents' {@code _meta}
 */
public record ResourceContents(
    String uri,
    @Nullable String mimeType,
    @Nullable String text,
    @Nullable String blob,
    Map<String, @Nullable Object> meta) {}
