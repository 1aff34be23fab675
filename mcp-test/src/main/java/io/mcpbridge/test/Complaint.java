package io.mcpbridge.test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Says what was left behind, if anything was. */
final class Complaint {

  private Complaint() {}

  /**
   * @throws AssertionError unless nothing is left
   */
  static void about(String who, List<String> left) {
    if (!left.isEmpty()) {
      throw new AssertionError(who + " left behind:\n  " + String.join("\n  ", left));
    }
  }

  /** What is in one set and not in the other. */
  static <T> Set<T> without(Set<T> all, Set<T> some) {
    Set<T> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }
}
