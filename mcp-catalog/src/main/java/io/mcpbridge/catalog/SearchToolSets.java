package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.access.ToolSetCache;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.schema.ToolLimit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The {@link SearchTools} of the sets that an adapter offers, such as the application's and that of
 * each user. Each combination has one until a catalog is closed, because they are keys of caches.
 * Thread-safe.
 */
public final class SearchToolSets {

  private final ToolSearch search;
  private final Predicate<? super CatalogTool> alwaysVisible;
  private final UnmatchedNames unmatched;
  private final FoundTools foundTools;
  private final ToolSetCache<Searched, SearchTools> searchTools =
      new ToolSetCache<>(searched -> searched.sets.stream().map(ToolSet::catalog).toList());

  private record Searched(List<ToolSet> sets, @Nullable ToolLimit limit) {}

  /**
   * Searches as configured.
   *
   * @param alwaysVisible tools to offer beside the search tools, because the adapter treats their
   *     results in another way
   */
  public SearchToolSets(ToolSearch search, Predicate<? super CatalogTool> alwaysVisible) {
    this.search = search;
    this.alwaysVisible = alwaysVisible;
    this.unmatched = SearchTools.unmatched(search);
    this.foundTools = new FoundTools(search);
  }

  /** Whether models call found tools by name, if they search. */
  public boolean isLoading() {
    return search.mode() != ToolSearchMode.OFF && search.style() == ToolSearchStyle.LOAD;
  }

  /** The tools that models found, to offer if {@link #isLoading}. */
  public FoundTools foundTools() {
    return foundTools;
  }

  /**
   * What to offer instead of these tools.
   *
   * @param additional additional tools, such as the user's; {@code null} for none
   * @param limit the limit of the model's provider; {@code null} if none is known
   * @return {@code null} if all tools are to be offered
   */
  public @Nullable SearchTools instead(
      ToolSet tools, @Nullable ToolSet additional, @Nullable ToolLimit limit) {
    if (search.mode() == ToolSearchMode.OFF) {
      return null;
    }
    List<ToolSet> sets = additional == null ? List.of(tools) : List.of(tools, additional);
    SearchTools offered = of(new Searched(sets, limit));
    return offered.isActive() ? offered : null;
  }

  private SearchTools of(Searched searched) {
    return searchTools.computeIfAbsent(
        searched,
        () -> new SearchTools(searched.sets, search, searched.limit, alwaysVisible, unmatched));
  }
}
