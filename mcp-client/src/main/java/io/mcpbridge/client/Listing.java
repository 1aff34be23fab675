package io.mcpbridge.client;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * A whole list of a server, its pages together.
 *
 * @param <T> what is listed
 * @param items in the server's order, without duplicates
 * @param omitted what was left out, with the reason
 * @param freshFor how long the server says the list is good for from its arrival, the page that it
 *     says the least of deciding (2026-07-28, caching); zero if it does not say, and if the list is
 *     from memory
 */
public record Listing<T>(List<T> items, List<String> omitted, Duration freshFor) {

  /** Copies the lists. */
  public Listing {
    items = List.copyOf(items);
    omitted = List.copyOf(omitted);
  }

  /** A list of which its server does not say how long it is good for. */
  public Listing(List<T> items, List<String> omitted) {
    this(items, omitted, Duration.ZERO);
  }

  Listing<T> freshFor(List<Duration> pages) {
    Duration shortest = pages.stream().min(Comparator.naturalOrder()).orElse(Duration.ZERO);
    return new Listing<>(items, omitted, shortest);
  }
}
