package io.mcpbridge.test.internal.leak;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reports leaks. */
final class LeakReport {

  private LeakReport() {}

  /**
   * @throws AssertionError unless nothing is left
   */
  static void requireNoLeaks(String owner, List<String> leaks) {
    if (!leaks.isEmpty()) {
      throw new AssertionError(owner + " leaked:\n  " + String.join("\n  ", leaks));
    }
  }

  /** The elements of one set that are not in the other. */
  static <T> Set<T> difference(Set<T> all, Set<T> excluded) {
    Set<T> rest = new HashSet<>(all);
    rest.removeAll(excluded);
    return rest;
  }
}
