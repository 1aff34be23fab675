package io.mcpbridge.client.call;

import java.time.Duration;
import java.util.List;

/**
 * A complete list of a server, with all its pages.
 *
 * @param <T> the type of the entries
 * @param items in the server's order, without duplicates
 * @param omitted skipped entries, with the reason
 * @param freshFor how long the list is fresh from its arrival: the minimum over its pages
 *     (2026-07-28, caching); zero if the server does not say or the list is from the cache
 */
public record Listing<T>(List<T> items, List<String> omitted, Duration freshFor) {

  /** Copies the lists. */
  public Listing {
    items = List.copyOf(items);
    omitted = List.copyOf(omitted);
  }

  /** A list without a freshness lifetime. */
  public Listing(List<T> items, List<String> omitted) {
    this(items, omitted, Duration.ZERO);
  }
}
