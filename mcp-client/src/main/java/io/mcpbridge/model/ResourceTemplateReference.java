package io.mcpbridge.model;

/**
 * Refers to a resource template for completion.
 *
 * @param uri the template, exactly as the server gave it
 */
public record ResourceTemplateReference(String uri) implements CompletionReference {

  @Override
  public String type() {
    return "ref/resource";
  }
}
