package io.mcpbridge.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the name that somebody meant who wrote another one. */
final class NearName {

  /** One character in so many may be wrong. */
  private static final int ONE_IN = 4;

  private final PropertyTree tree;
  private @Nullable String nearest;
  private int least = Integer.MAX_VALUE;

  /**
   * @param tree what there is
   */
  NearName(PropertyTree tree) {
    this.tree = tree;
  }

  /** The nearest name; {@code null} if none is near. */
  @Nullable String of(List<String> elements) {
    tree.forEachName(name -> consider(name, elements));
    return nearest;
  }

  private void consider(PropertyTree.Name name, List<String> written) {
    int length = name.name().split("\\.").length;
    if (written.size() < length) {
      if (name.name().endsWith("." + String.join(".", written))) { // left out what it is part of
        take(name.name(), 1);
      }
      return;
    }
    List<String> rest = PropertyTree.rest(written, length);
    if (!name.below().knows(rest.stream().map(PropertyTree::uniform).toList())) {
      return;
    }
    String spelled = PropertyTree.uniform(String.join("", written.subList(0, length)));
    String right = PropertyTree.uniform(name.name());
    int distance = distance(spelled, right);
    if (distance <= Math.max(1, right.length() / ONE_IN)) {
      take(rest.isEmpty() ? name.name() : name.name() + "." + String.join(".", rest), distance);
    }
  }

  private void take(String name, int distance) {
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }

  /** How many characters have to be put in, left out, or be others (Levenshtein). */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int fewest = Math.min(diagonal + change, 1 + Math.min(row[j], row[j - 1]));
        diagonal = row[j];
        row[j] = fewest;
      }
    }
    return row[other.length()];
  }
}
