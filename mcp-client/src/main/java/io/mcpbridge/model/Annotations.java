package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hints of a server about a piece of content; untrusted.
 *
 * @param audience {@code user}, {@code assistant}, both; empty if not said
 * @param priority 0 (optional) to 1 (required), if said
 * @param lastModified an ISO 8601 time, if said (2025-06-18 and later)
 * @param additionalProperties members that the specification does not define, as they came
 */
public record Annotations(
    List<String> audience,
    @Nullable Double priority,
    @Nullable String lastModified,
    Map<String, @Nullable Object> additionalProperties) {

  private static final Annotations NONE = new Annotations(List.of(), null, null);

  /** Copies the list. */
  public Annotations {
    audience = List.copyOf(audience);
  }

  /** Without members that the specification does not define. */
  public Annotations(
      List<String> audience, @Nullable Double priority, @Nullable String lastModified) {
    this(audience, priority, lastModified, Map.of());
  }

  /** No hints. */
  public static Annotations none() {
    return NONE;
  }
}
