package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource of a server. All its texts come from the server and are untrusted.
 *
 * @param uri exactly as sent
 * @param name its name
 * @param title a display name (2025-06-18 and later)
 * @param description its content
 * @param mimeType its type, if known
 * @param size its size in bytes, if known
 * @param annotations its annotations
 * @param icons its icons (2025-11-25 and later)
 * @param meta the resource's {@code _meta}
 */
public record Resource(
    String uri,
    String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String mimeType,
    @Nullable Long size,
    Annotations annotations,
    List<Icon> icons,
    Map<String, @Nullable Object> meta) {

  /** Copies the list. */
  public Resource {
    icons = List.copyOf(icons);
  }
}
