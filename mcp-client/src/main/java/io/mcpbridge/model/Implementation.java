package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The self-reported identity of a client or server: for display and logs, never for decisions.
 *
 * @param name the program's name
 * @param version its version
 * @param title a display name (2025-06-18 and later)
 * @param description its purpose (2025-11-25 and later)
 * @param websiteUrl its website (2025-11-25 and later)
 * @param icons its icons (2025-11-25 and later)
 */
public record Implementation(
    String name,
    String version,
    @Nullable String title,
    @Nullable String description,
    @Nullable String websiteUrl,
    List<Icon> icons) {

  /** Copies the list. */
  public Implementation {
    icons = List.copyOf(icons);
  }

  /** An implementation with a name and version only. */
  public static Implementation of(String name, String version) {
    return new Implementation(name, version, null, null, null, List.of());
  }
}
