package io.mcpbridge.catalog.server;

import io.mcpbridge.internal.text.EditDistance;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the few names with the smallest edit distance to a text. Abandons hopeless candidates
 * early, so that thousands are cheap.
 */
final class NearestNames {

  private record Candidate(String name, int distance) {}

  private final String text;
  private final int farthest;
  private final List<Candidate> best = new ArrayList<>();

  /**
   * @param farthest the maximum distance
   */
  NearestNames(String text, int farthest) {
    this.text = text;
    this.farthest = farthest;
  }

  /** Considers a name by its spelling; of equally near names the first one wins. */
  void offer(String name, String spelling) {
    boolean full = best.size() == ToolNameResolver.MAX_SUGGESTIONS;
    int bound = full ? Math.min(farthest, best.get(best.size() - 1).distance() - 1) : farthest;
    int distance = EditDistance.bounded(bound, text, spelling);
    if (distance > bound) {
      return;
    }
    for (Candidate candidate : best) {
      if (candidate.name().equals(name) && candidate.distance() <= distance) {
        return;
      }
    }
    best.removeIf(candidate -> candidate.name().equals(name));
    int place = 0;
    while (place < best.size() && best.get(place).distance() <= distance) {
      place++;
    }
    best.add(place, new Candidate(name, distance));
    if (best.size() > ToolNameResolver.MAX_SUGGESTIONS) {
      best.remove(best.size() - 1);
    }
  }

  List<String> names() {
    return best.stream().map(Candidate::name).toList();
  }
}
