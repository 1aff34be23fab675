package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's untrusted annotations of a content block.
 *
 * @param audience {@code user}, {@code assistant} or both; empty if unspecified
 * @param priority 0 (optional) to 1 (required), if specified
 * @param lastModified an ISO 8601 time, if specified (2025-06-18 and later)
 * @param additionalProperties members outside the specification, unchanged
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

  /** Creates annotations without additional properties. */
  public Annotations(
      List<String> audience, @Nullable Double priority, @Nullable String lastModified) {
    this(audience, priority, lastModified, Map.of());
  }

  /** No annotations. */
  public static Annotations none() {
    return NONE;
  }
}
