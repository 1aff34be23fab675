package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource that a server offers. Every text in it is the server's and untrusted.
 *
 * @param uri where it is, exactly as sent
 * @param name its name
 * @param title a name for people (2025-06-18 and later)
 * @param description what it holds
 * @param mimeType its type, if known
 * @param size its size in bytes, if known
 * @param annotations who it is for
 * @param icons pictures for it (2025-11-25 and later)
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
