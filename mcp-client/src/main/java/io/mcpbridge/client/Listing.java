package io.mcpbridge.client;

import java.util.List;

/**
 * A whole list of a server, its pages together.
 *
 * @param <T> what is listed
 * @param items in the server's order, without duplicates
 * @param omitted what was left out, with the reason
 */
public record Listing<T>(List<T> items, List<String> omitted) {

  /** Copies the lists. */
  public Listing {
    items = List.copyOf(items);
    omitted = List.copyOf(omitted);
  }
}
