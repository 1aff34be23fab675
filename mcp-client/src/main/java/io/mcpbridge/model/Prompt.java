package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prompt template that a server offers. Every text in it is the server's and untrusted.
 *
 * @param name the server's name for it
 * @param title a name for people (2025-06-18 and later)
 * @param description what it is for
 * @param arguments what it can be filled with
 * @param icons pictures for it (2025-11-25 and later)
 * @param meta the prompt's {@code _meta}
 */
public record Prompt(
    String name,
    @Nullable String title,
    @Nullable String description,
    List<PromptArgument> arguments,
    List<Icon> icons,
    Map<String, @Nullable Object> meta) {

  /** Copies the lists. */
  public Prompt {
    arguments = List.copyOf(arguments);
    icons = List.copyOf(icons);
  }
}
