package io.mcpbridge.spring.boot;

import io.mcpbridge.internal.text.EditDistance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the name that somebody meant who wrote another one. */
final class NearName {

  /** One character in so many may be wrong. */
  private static final int ONE_IN = 4;

  private final PropertyTree tree;
  private final boolean isVariable;
  private @Nullable String nearest;
  private int least = Integer.MAX_VALUE;

  /**
   * @param tree what there is
   * @param isVariable whether it may be somebody else's: only how it is spelled counts then
   */
  NearName(PropertyTree tree, boolean isVariable) {
    this.tree = tree;
    this.isVariable = isVariable;
  }

  /** The nearest name; {@code null} if none is near. */
  @Nullable String of(List<String> elements) {
    tree.forEachName(name -> consider(name, elements));
    return nearest;
  }

  private void consider(PropertyTree.Name name, List<String> written) {
    int length = name.name().split("\\.").length;
    if (written.size() < length) {
      if (isRestOf(name, String.join(".", written))) {
        take(name.name(), 1);
      }
      return;
    }
    List<String> rest = PropertyTree.rest(written, length);
    if (!name.below().hasValue(rest.stream().map(PropertyTree::uniform).toList())) {
      return;
    }
    String spelled = PropertyTree.uniform(String.join("", written.subList(0, length)));
    String right = PropertyTree.uniform(name.name());
    int distance = EditDistance.of(spelled, right);
    if (distance <= Math.max(1, right.length() / ONE_IN)) {
      take(rest.isEmpty() ? name.name() : name.name() + "." + String.join(".", rest), distance);
    }
  }

  /** Left out is what it is part of; that all servers are meant is not likely. */
  private boolean isRestOf(PropertyTree.Name name, String written) {
    return !isVariable
        && name.name().endsWith("." + written)
        && !name.name().startsWith("defaults.")
        && name.below().hasValue(List.of());
  }

  private void take(String name, int distance) {
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
}
