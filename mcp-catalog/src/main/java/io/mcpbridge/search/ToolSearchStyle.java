package io.mcpbridge.search;

/** How a model calls the tools that it found. */
public enum ToolSearchStyle {
  /**
   * Through {@code call_tool}. The list of tools never changes, so that prompt caches of model
   * providers stay valid.
   */
  CALL,
  /**
   * By name: found tools join the end of the list for the rest of the conversation. Models call
   * them with their own input schemas; each search changes the list, from which on a provider's
   * prompt cache begins anew.
   */
  LOAD
}
