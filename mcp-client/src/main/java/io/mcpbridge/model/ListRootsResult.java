package io.mcpbridge.model;

import java.util.List;

/**
 * The roots that a server may work in.
 *
 * @param roots only those that the user has consented to
 */
public record ListRootsResult(List<Root> roots) implements InputResult {

  /** Copies the list. */
  public ListRootsResult {
    roots = List.copyOf(roots);
  }
}
