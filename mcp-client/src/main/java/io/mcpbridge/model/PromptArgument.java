package io.mcpbridge.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something a prompt can be filled with.
 *
 * @param name its name
 * @param title a name for people (2025-06-18 and later)
 * @param description what it means
 * @param required whether the server wants it; a hint, the server decides
 * @param additionalProperties members that the specification does not define, as they came
 */
public record PromptArgument(
    String name,
    @Nullable String title,
    @Nullable String description,
    boolean required,
    Map<String, @Nullable Object> additionalProperties) {

  /** Without members that the specification does not define. */
  public PromptArgument(
      String name, @Nullable String title, @Nullable String description, boolean required) {
    this(name, title, description, required, Map.of());
  }
}
