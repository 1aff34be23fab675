package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's hints about a tool (2025-03-26 and later). Untrusted: do not base decisions on them
 * unless the server is trusted.
 *
 * @param title a display name
 * @param readOnlyHint does not modify its environment; the specification's default is {@code false}
 * @param destructiveHint may perform destructive updates; default {@code true}
 * @param idempotentHint repeating a call has no additional effect; default {@code false}
 * @param openWorldHint interacts with an open world of external entities; default {@code true}
 * @param additionalProperties members outside the specification, unchanged
 */
public record ToolAnnotations(
    @Nullable String title,
    @Nullable Boolean readOnlyHint,
    @Nullable Boolean destructiveHint,
    @Nullable Boolean idempotentHint,
    @Nullable Boolean openWorldHint,
    Map<String, @Nullable Object> additionalProperties) {

  private static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

  /** Creates annotations without additional properties. */
  public ToolAnnotations(
      @Nullable String title,
      @Nullable Boolean readOnlyHint,
      @Nullable Boolean destructiveHint,
      @Nullable Boolean idempotentHint,
      @Nullable Boolean openWorldHint) {
    this(title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint, Map.of());
  }

  /** No hints. */
  public static ToolAnnotations none() {
    return NONE;
  }

  /** Whether the server declares it read-only. */
  public boolean isReadOnly() {
    return Boolean.TRUE.equals(readOnlyHint);
  }

  /** Whether it may be destructive, with the specification's default. */
  public boolean isDestructive() {
    return !isReadOnly() && !Boolean.FALSE.equals(destructiveHint);
  }

  /** Whether the server declares it idempotent or read-only. */
  public boolean isIdempotent() {
    return isReadOnly() || Boolean.TRUE.equals(idempotentHint);
  }

  /** Whether it may interact with an open world, with the specification's default. */
  public boolean isOpenWorld() {
    return !Boolean.FALSE.equals(openWorldHint);
  }
}
