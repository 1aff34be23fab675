package io.mcpbridge.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which model a server would like for its request; the client decides.
 *
 * @param hints parts of model names, most wanted first; preferred over the priorities
 * @param costPriority 0 to 1, if said
 * @param speedPriority 0 to 1, if said
 * @param intelligencePriority 0 to 1, if said
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
