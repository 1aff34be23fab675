package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prompt template of a server. All its texts come from the server and are untrusted.
 *
 * @param name its name on the server
 * @param title a display name (2025-06-18 and later)
 * @param description its purpose
 * @param arguments its arguments
 * @param icons its icons (2025-11-25 and later)
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
