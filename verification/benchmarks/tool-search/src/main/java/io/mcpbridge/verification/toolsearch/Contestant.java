package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.server.CatalogTool;
import java.util.List;
import java.util.OptionalDouble;

/** A search that is measured. */
interface Contestant {

  String name();

  /** The first five hits, and what the search says about how well they fit. */
  SearchResult search(String query);

  /**
   * @param confidence empty if the search says nothing about it
   */
  record SearchResult(List<CatalogTool> tools, OptionalDouble confidence) {}
}
