package io.mcpbridge.model;

/** The prompt or resource template whose argument is to be completed. */
public sealed interface CompletionReference permits PromptReference, ResourceTemplateReference {

  /** The specification's type name, such as {@code ref/prompt}. */
  String type();
}
