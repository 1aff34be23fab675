package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One piece of content, as tools and prompts return it. */
public sealed interface ContentBlock
    permits TextContent,
        ImageContent,
        AudioContent,
        ResourceLink,
        EmbeddedResource,
        UnknownContent {

  /** Who the block is for and how much it matters; untrusted. */
  Annotations annotations();

  /** The block's {@code _meta}: for the application, never for the model. */
  Map<String, @Nullable Object> meta();
}
