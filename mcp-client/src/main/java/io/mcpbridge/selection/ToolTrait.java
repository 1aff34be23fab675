package io.mcpbridge.selection;

import io.mcpbridge.model.ToolAnnotations;
import java.util.function.Predicate;

/**
 * What a server says of a tool in its annotations, with the specification's word for what it does
 * not say (2025-03-26 and later, tools, annotations): a tool without annotations may change and
 * destroy things and reach the whole world. They are claims: nothing makes a server tell the truth.
 */
public enum ToolTrait {
  /** Changes nothing; only where the server says so. */
  READ_ONLY(ToolAnnotations::isReadOnly),

  /** May destroy something; wherever the server does not say that it is harmless. */
  DESTRUCTIVE(ToolAnnotations::isDestructive),

  /** Calling it twice is calling it once; only where the server says so. */
  IDEMPOTENT(ToolAnnotations::isIdempotent),

  /** Reaches beyond a closed domain; wherever the server does not say otherwise. */
  OPEN_WORLD(ToolAnnotations::isOpenWorld);

  private final Predicate<ToolAnnotations> claimed;

  ToolTrait(Predicate<ToolAnnotations> claimed) {
    this.claimed = claimed;
  }

  boolean isClaimedBy(ToolAnnotations annotations) {
    return claimed.test(annotations);
  }
}
