package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A family of resources that a server offers. Every text in it is the server's and untrusted.
 *
 * @param uriTemplate an RFC 6570 template of their URIs, exactly as sent
 * @param name its name
 * @param title a name for people (2025-06-18 and later)
 * @param description what they hold
 * @param mimeType their type, if all have the same
 * @param annotations who they are for
 * @param icons pictures for it (2025-11-25 and later)
 * @param meta the template's {@code _meta}
 */
public record ResourceTemplate(
    String uriTemplate,
    String name,
    @Nullable String title,
    @Nullable String description,
    @Nullable String mimeType,
    Annotations annotations,
    List<Icon> icons,
    Map<String, @Nullable Object> meta) {

  /** Copies the list. */
  public ResourceTemplate {
    icons = List.copyOf(icons);
  }
}
