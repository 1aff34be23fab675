package io.mcpbridge.model;

/** What an argument that is to be completed belongs to. */
public sealed interface CompletionReference permits PromptReference, ResourceTemplateReference {

  /** The specification's name of its kind, such as {@code ref/prompt}. */
  String type();
}
