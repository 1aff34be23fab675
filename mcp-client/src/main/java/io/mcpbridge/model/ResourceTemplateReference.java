package io.mcpbridge.model;

/**
 * A resource template, as something whose variables are to be completed.
 *
 * @param uri the template, exactly as the server gave it
 */
public record ResourceTemplateReference(String uri) implements CompletionReference {

  @Override
  public String type() {
    return "ref/resource";
  }
}
