package io.mcpbridge.spring.boot;

import io.mcpbridge.internal.text.EditDistance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the known property name that is most similar to an unknown one. */
final class NearestPropertyName {

  /** Allowed edit distance: one character in this many. */
  private static final int ONE_IN = 4;

  private final PropertyTree tree;
  private final boolean isVariable;
  private @Nullable String nearest;
  private int least = Integer.MAX_VALUE;

  /**
   * @param tree known names
   * @param isVariable whether it is an environment variable, which may be unrelated; only its
   *     spelling is compared then
   */
  NearestPropertyName(PropertyTree tree, boolean isVariable) {
    this.tree = tree;
    this.isVariable = isVariable;
  }

  /** The most similar name; {@code null} if none is similar. */
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

  /**
   * Matches a name whose leading elements were omitted. Does not suggest {@code defaults}, which
   * applies to all servers.
   */
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
