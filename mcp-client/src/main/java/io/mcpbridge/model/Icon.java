package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A picture that a server would like to be shown for something (2025-11-25 and later). Data only:
 * nothing is fetched. Whoever shows it takes {@code https:} and {@code data:} URIs alone, sends no
 * credentials, and trusts neither the declared type nor the content (2026-07-28, base, icons).
 *
 * @param src a URI, as sent
 * @param mimeType its type, if said
 * @param sizes such as {@code 48x48} or {@code any}; empty if not said
 * @param theme {@code light} or {@code dark}, if it is meant for one
 */
public record Icon(
    String src, @Nullable String mimeType, List<String> sizes, @Nullable String theme) {

  /** Copies the list. */
  public Icon {
    sizes = List.copyOf(sizes);
  }
}
