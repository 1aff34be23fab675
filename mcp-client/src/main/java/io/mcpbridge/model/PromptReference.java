package io.mcpbridge.model;

/**
 * Refers to a prompt for completion.
 *
 * @param name the prompt's name on its server
 */
public record PromptReference(String name) implements CompletionReference {

  @Override
  public String type() {
    return "ref/prompt";
  }
}
