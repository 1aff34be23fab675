package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource with its contents in the answer.
 *
 * @param resource the contents
 * @param annotations who it is for
 * @param meta the block's {@code _meta}
 */
public record EmbeddedResource(
    ResourceContents resource, Annotations annotations, Map<String, @Nullable Object> meta)
    implements ContentBlock {}
