package io.mcpbridge.model;

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
 */
public record ToolAnnotations(
    @Nullable String title,
    @Nullable Boolean readOnlyHint,
    @Nullable Boolean destructiveHint,
    @Nullable Boolean idempotentHint,
    @Nullable Boolean openWorldHint) {

  private static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

  /** No hints. */
  public static ToolAnnotations none() {
    return NONE;
  }
}
