package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hints of a server about a piece of content; untrusted.
 *
 * @param audience {@code user}, {@code assistant}, both; empty if not said
 * @param priority 0 (optional) to 1 (required), if said
 * @param lastModified an ISO 8601 time, if said (2025-06-18 and later)
 */
public record Annotations(
    List<String> audience, @Nullable Double priority, @Nullable String lastModified) {

  private static final Annotations NONE = new Annotations(List.of(), null, null);

  /** Copies the list. */
  public Annotations {
    audience = List.copyOf(audience);
  }

  /** No hints. */
  public static Annotations none() {
    return NONE;
  }
}
