package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A content block of a tool result or prompt message. */
public sealed interface ContentBlock
    permits TextContent,
        ImageContent,
        AudioContent,
        ResourceLink,
        EmbeddedResource,
        UnknownContent {

  /** The intended audience and importance; untrusted. */
  Annotations annotations();

  /** The block's {@code _meta}: for the application, never for the model. */
  Map<String, @Nullable Object> meta();
}
