package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource embedded with its contents.
 *
 * @param resource the contents
 * @param annotations the block's annotations
 * @param meta the block's {@code _meta}
 */
public record EmbeddedResource(
    ResourceContents resource, Annotations annotations, Map<String, @Nullable Object> meta)
    implements ContentBlock {}
