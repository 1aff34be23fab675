package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource that can be read from the same server (2025-06-18 and later). It need not be in the
 * server's list of resources, and is not fetched by itself.
 *
 * @param uri where it is, exactly as sent
 * @param name its name
 * @param title a name for people
 * @param description what it holds
 * @param mimeType its type, if known
 * @param size its size in bytes, if known
 * @param annotations who it is for
 * @param icons pictures for it (2025-11-25 and later)
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
