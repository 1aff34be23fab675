package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client or server calls itself. Self-reported: for display and logs, never for decisions.
 *
 * @param name the program's name
 * @param version its version
 * @param title a name for people (2025-06-18 and later)
 * @param description what it is for (2025-11-25 and later)
 * @param websiteUrl where to read about it (2025-11-25 and later)
 * @param icons pictures for it (2025-11-25 and later)
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

  /** A program with no more than a name. */
  public static Implementation of(String name, String version) {
    return new Implementation(name, version, null, null, null, List.of());
  }
}
