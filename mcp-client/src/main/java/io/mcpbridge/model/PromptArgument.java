package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt.
 *
 * @param name its name
 * @param title a display name (2025-06-18 and later)
 * @param description its meaning
 * @param required whether it is required; a hint, the server decides
 * @param additionalProperties members outside the specification, unchanged
 */
public record PromptArgument(
    String name,
    @Nullable String title,
    @Nullable String description,
    boolean required,
    Map<String, @Nullable Object> additionalProperties) {

  /** Creates an argument without additional properties. */
  public PromptArgument(
      String name, @Nullable String title, @Nullable String description, boolean required) {
    this(name, title, description, required, Map.of());
  }
}
