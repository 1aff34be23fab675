package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server's model preferences for sampling; the client decides.
 *
 * @param hints substrings of model names in order of preference; take precedence over the
 *     priorities
 * @param costPriority 0 to 1, if specified
 * @param speedPriority 0 to 1, if specified
 * @param intelligencePriority 0 to 1, if specified
 */
public record ModelPreferences(
    List<String> hints,
    @Nullable Double costPriority,
    @Nullable Double speedPriority,
    @Nullable Double intelligencePriority) {

  /** Copies the list. */
  public ModelPreferences {
    hints = List.copyOf(hints);
  }
}
