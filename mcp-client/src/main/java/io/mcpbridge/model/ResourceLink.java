package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A link to a resource on the same server (2025-06-18 and later). The server's list of resources
 * may lack it. The client does not fetch it automatically.
 *
 * @param uri exactly as sent
 * @param name its name
 * @param title a display name
 * @param description its content
 * @param mimeType its type, if known
 * @param size its size in bytes, if known
 * @param annotations its annotations
 * @param icons its icons (2025-11-25 and later)
 * @param meta the block's {@code _meta}
 */
public record ResourceLink(
    String uri,
    String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String mimeType,
    @Nullable Long size,
    Annotations annotations,
    List<Icon> icons,
    Map<String, @Nullable Object> meta)
    implements ContentBlock {

  /** Copies the list. */
  public ResourceLink {
    icons = List.copyOf(icons);
  }
}
