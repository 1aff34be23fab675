package io.mcpbridge.model;

/**
 * A prompt, as something whose arguments are to be completed.
 *
 * @param name the prompt's name on its server
 */
public record PromptReference(String name) implements CompletionReference {

  @Override
  public String type() {
    return "ref/prompt";
  }
}
