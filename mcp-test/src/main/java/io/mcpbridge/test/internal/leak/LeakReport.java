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
  static void about(String who, List<String> left) {
    if (!left.isEmpty()) {
      throw new AssertionError(who + " leaked:\n  " + String.join("\n  ", left));
    }
  }

  /** The elements of one set that are not in the other. */
  static <T> Set<T> without(Set<T> all, Set<T> some) {
    Set<T> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }
}
