package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An icon that a server suggests for display (2025-11-25 and later). Data only: the client fetches
 * nothing. To display it, accept only {@code https:} and {@code data:} URIs, send no credentials,
 * and trust neither the declared type nor the content (2026-07-28, base, icons).
 *
 * @param src a URI, as sent
 * @param mimeType the declared type, if any
 * @param sizes such as {@code 48x48} or {@code any}; empty if unspecified
 * @param theme {@code light} or {@code dark}, if it is designed for one
 */
public record Icon(
    String src, @Nullable String mimeType, List<String> sizes, @Nullable String theme) {

  /** Copies the list. */
  public Icon {
    sizes = List.copyOf(sizes);
  }
}
