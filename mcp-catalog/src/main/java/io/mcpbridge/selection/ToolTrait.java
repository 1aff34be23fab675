package io.mcpbridge.selection;

import io.mcpbridge.model.ToolAnnotations;
import java.util.function.Predicate;

/**
 * A tool's annotations with the specification's defaults (2025-03-26 and later, tools,
 * annotations): a tool without annotations counts as destructive and open-world. Annotations are
 * untrusted claims of the server.
 */
public enum ToolTrait {
  /** Does not modify its environment; only if the server says so. */
  READ_ONLY(ToolAnnotations::isReadOnly),

  /** May be destructive; unless the server says otherwise. */
  DESTRUCTIVE(ToolAnnotations::isDestructive),

  /** Repeating a call has no additional effect; only if the server says so. */
  IDEMPOTENT(ToolAnnotations::isIdempotent),

  /** Interacts with an open world of external entities; unless the server says otherwise. */
  OPEN_WORLD(ToolAnnotations::isOpenWorld);

  private final Predicate<ToolAnnotations> claimed;

  ToolTrait(Predicate<ToolAnnotations> claimed) {
    this.claimed = claimed;
  }

  boolean isClaimedBy(ToolAnnotations annotations) {
    return claimed.test(annotations);
  }
}
