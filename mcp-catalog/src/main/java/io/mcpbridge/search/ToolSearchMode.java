package io.mcpbridge.search;

/** When models get the search tools instead of all tools. */
public enum ToolSearchMode {
  /**
   * If the definitions of all tools are larger than the {@link ToolSearch.Builder#tokenBudget}, or
   * more than the model's provider accepts. Once the search tools were offered, they stay.
   */
  AUTO,
  /** Always. */
  ALWAYS,
  /** Never: models get all tools. */
  OFF
}
