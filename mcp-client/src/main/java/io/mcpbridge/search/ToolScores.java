package io.mcpbridge.search;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scores of all tools for a query, and how likely one of them fits.
 *
 * @param of the score of each tool; 0 for one that has nothing of the query
 */
record ToolScores(float[] of, double confidence) {

  /** How much meaning counts beside words, if the words of the query were all found. */
  private static final double LEAST_MEANING = 0.05;

  /** How much more it counts the fewer of the words were found. */
  private static final double MORE_MEANING = 0.5;

  /** Keeps small differences between similarities small. */
  private static final double SPREAD = 0.05;

  static ToolScores of(LexicalIndex.Scores words, float @Nullable [] similarities) {
    float most = Math.max(words.total(), 1);
    float[] scores = new float[words.of().length];
    double confidence = 0;
    double coverage = 0;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = words.of()[i] / most;
      double covered = words.coverage()[i] / most;
      coverage = Math.max(coverage, covered);
      confidence = Math.max(confidence, (2 * covered + Math.min(1, scores[i])) / 3);
    }
    if (similarities == null) {
      return new ToolScores(scores, confidence);
    }
    double mean = 0;
    double highest = -1;
    for (float similarity : similarities) {
      mean += similarity / similarities.length;
      highest = Math.max(highest, similarity);
    }
    double weight = LEAST_MEANING + MORE_MEANING * (1 - Math.min(1, coverage));
    for (int i = 0; i < scores.length; i++) {
      double above = Math.max(0, similarities[i] - mean) / (highest - mean + SPREAD);
      scores[i] += (float) (weight * above);
    }
    double similar = Math.max(0, highest - mean);
    return new ToolScores(scores, Math.min(1, 0.7 * confidence + similar));
  }

  /** The tools with the best scores, best first; the first of two equal ones comes first. */
  List<Integer> best(int limit) {
    List<Integer> best = new ArrayList<>();
    for (int i = 0; i < of.length; i++) {
      if (of[i] > 0) {
        int at = best.size();
        while (at > 0 && of[best.get(at - 1)] < of[i]) {
          at--;
        }
        if (at < limit) {
          best.add(at, i);
          if (best.size() > limit) {
            best.remove(limit);
          }
        }
      }
    }
    return best;
  }
}
