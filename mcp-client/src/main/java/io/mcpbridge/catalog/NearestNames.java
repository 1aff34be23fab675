package io.mcpbridge.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the few names with the smallest Levenshtein distance to a text. Abandons hopeless
 * candidates early, so that thousands are cheap.
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
    boolean full = best.size() == ToolNameResolver.MOST_SUGGESTED;
    int bound = full ? Math.min(farthest, best.get(best.size() - 1).distance() - 1) : farthest;
    int distance = distance(spelling, bound);
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
    if (best.size() > ToolNameResolver.MOST_SUGGESTED) {
      best.remove(best.size() - 1);
    }
  }

  List<String> names() {
    return best.stream().map(Candidate::name).toList();
  }

  /** The edit distance; more than the bound if it exceeds that. */
  private int distance(String spelling, int bound) {
    if (Math.abs(text.length() - spelling.length()) > bound) {
      return bound + 1;
    }
    int[] above = new int[spelling.length() + 1];
    int[] row = new int[spelling.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= text.length(); i++) {
      row[0] = i;
      int least = i;
      for (int j = 1; j < row.length; j++) {
        int change = text.charAt(i - 1) == spelling.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(above[j - 1] + change, 1 + Math.min(above[j], row[j - 1]));
        least = Math.min(least, row[j]);
      }
      if (least > bound) {
        return bound + 1;
      }
      int[] spent = above;
      above = row;
      row = spent;
    }
    return above[spelling.length()];
  }
}
