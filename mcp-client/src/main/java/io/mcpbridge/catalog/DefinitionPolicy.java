package io.mcpbridge.catalog;

/**
 * What is done with a tool that its server describes differently than when it was seen first: with
 * another description, other arguments or other annotations. An honest server does so with a new
 * version; a dishonest one, to tell the model something else once people trust the tool.
 */
public enum DefinitionPolicy {
  /** It is used as it is now. */
  ACCEPT,

  /** It is used as it is now; one warning for each change says what is different. */
  WARN,

  /**
   * It is disabled, and a warning says what is different, until {@link
   * ToolCatalog#acceptDefinitions} or until the server describes it as before.
   */
  BLOCK
}
