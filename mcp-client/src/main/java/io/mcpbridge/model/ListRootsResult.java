package io.mcpbridge.model;

import java.util.List;

/**
 * Where a server may work.
 *
 * @param roots only what was agreed to
 */
public record ListRootsResult(List<Root> roots) implements InputResult {

  /** Copies the list. */
  public ListRootsResult {
    roots = List.copyOf(roots);
  }
}
