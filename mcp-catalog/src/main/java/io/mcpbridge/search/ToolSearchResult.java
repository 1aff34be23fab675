package io.mcpbridge.search;

import java.util.List;

/**
 * What a search found.
 *
 * @param query the query
 * @param hits the best tools, best first; empty if no word of the query occurs anywhere
 * @param confidence how likely one of the tools does what the query asks for, between 0 and 1. Not
 *     a probability: use it to compare queries, and {@link #isMatch} to decide
 */
public record ToolSearchResult(String query, List<ToolHit> hits, double confidence) {

  /**
   * More than half of the queries that no tool serves are below, and of the others hardly any but
   * paraphrases without the tool's words (tune.jsonl of verification/benchmarks/tool-search).
   */
  static final double MATCH = 0.25;

  /** Copies the list. */
  public ToolSearchResult {
    hits = List.copyOf(hits);
  }

  /** Whether a tool probably fits; otherwise the hits are only the nearest. */
  public boolean isMatch() {
    return !hits.isEmpty() && confidence >= MATCH;
  }
}
