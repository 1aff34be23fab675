package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's hints about a tool (2025-03-26 and later). They are claims: without trust in the
 * server they may inform, never decide.
 *
 * @param title a name for people
 * @param readOnlyHint does not change anything; the specification's default is {@code false}
 * @param destructiveHint may destroy something; default {@code true}
 * @param idempotentHint calling twice is calling once; default {@code false}
 * @param openWorldHint reaches beyond a closed domain; default {@code true}
 * @param additionalProperties members that the specification does not define, as they came
 */
public record ToolAnnotations(
    @Nullable String title,
    @Nullable Boolean readOnlyHint,
    @Nullable Boolean destructiveHint,
    @Nullable Boolean idempotentHint,
    @Nullable Boolean openWorldHint,
    Map<String, @Nullable Object> additionalProperties) {

  private static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

  /** Without members that the specification does not define. */
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

  /** Whether the server says that it changes nothing. */
  public boolean isReadOnly() {
    return Boolean.TRUE.equals(readOnlyHint);
  }

  /** Whether it may destroy something, by what the server says or does not say. */
  public boolean isDestructive() {
    return !isReadOnly() && !Boolean.FALSE.equals(destructiveHint);
  }

  /** Whether the server says that calling twice is calling once, as it is where nothing changes. */
  public boolean isIdempotent() {
    return isReadOnly() || Boolean.TRUE.equals(idempotentHint);
  }

  /** Whether it may reach beyond a closed domain, by what the server says or does not say. */
  public boolean isOpenWorld() {
    return !Boolean.FALSE.equals(openWorldHint);
  }
}
