package io.mcpbridge.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The scores of all tools for a query, and how likely one of them fits.
 *
 * @param scores the score of each tool; 0 for one that has nothing of the query
 */
record ToolScores(float[] scores, double confidence) {

  /** How much meaning counts beside words, if the words of the query were all found. */
  private static final float LEAST_MEANING = 0.05f;

  /** How much more it counts the fewer of the words were found. */
  private static final float MORE_MEANING = 0.5f;

  /** Keeps small differences between similarities small. */
  private static final float SPREAD = 0.05f;

  /** How much a standard deviation counts when judging whether any tool fits. */
  private static final float CONFIDENCE_BY_MEANING = 0.03f;

  /** The share of the places of a result that one server gets. */
  private static final double MAX_SHARE = 0.6;

  private static final int MIN_PLACES = 3;

  /**
   * The number of hits from which the list ends where the scores fall below a share of the best.
   */
  private static final int MIN_HITS = 3;

  private static final float FALL = 0.3f;

  /** The share of another tool's score from which a tool of another server replaces it. */
  private static final float NEARLY_AS_WELL = 0.5f;

  static ToolScores of(LexicalIndex.Scores words, float @Nullable [] similarities) {
    if (similarities == null) {
      return new ToolScores(words.scores(), confidence(highest(words.scores())));
    }
    int size = similarities.length;
    double mean = 0;
    double squares = 0;
    double highest = -1;
    for (float similarity : similarities) {
      mean += similarity / size;
      squares += similarity * similarity / size;
      highest = Math.max(highest, similarity);
    }
    float[] above = new float[size];
    for (int i = 0; i < size; i++) {
      above[i] = (float) Math.max(0, similarities[i] - mean);
    }
    double weight = LEAST_MEANING + MORE_MEANING * (1 - words.coverage());
    weight *= words.scale() / (highest - mean + SPREAD);
    // the best of many is that far above the average by chance (maximum of normal variables)
    double byChance = Math.sqrt(2 * Math.log(Math.max(1, size)));
    double deviation = Math.sqrt(Math.max(1e-6, squares - mean * mean));
    float fits = highest(sum(words.scores(), CONFIDENCE_BY_MEANING / deviation, above));
    return new ToolScores(
        sum(words.scores(), weight, above), confidence(fits - CONFIDENCE_BY_MEANING * byChance));
  }

  private static float[] sum(float[] words, double weight, float[] meaning) {
    float[] sum = words.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += (float) (weight * meaning[i]);
    }
    return sum;
  }

  private static float highest(float[] scores) {
    float highest = 0;
    for (float score : scores) {
      highest = Math.max(highest, score);
    }
    return highest;
  }

  private static double confidence(double score) {
    return Math.max(0, Math.min(1, score));
  }

  /**
   * The scores for several wordings of one query: the sum, so that tools that fit all of them come
   * first.
   */
  static ToolScores merged(List<ToolScores> ofWordings) {
    if (ofWordings.size() == 1) {
      return ofWordings.get(0);
    }
    float[] sum = new float[ofWordings.get(0).scores.length];
    double confidence = 0;
    for (ToolScores wording : ofWordings) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += wording.scores[i];
      }
      confidence = Math.max(confidence, wording.confidence);
    }
    return new ToolScores(sum, confidence);
  }

  /** The tool with the best score; -1 if there is none. */
  int first() {
    int first = -1;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] > 0 && (first < 0 || scores[i] > scores[first])) {
        first = i;
      }
    }
    return first;
  }

  /**
   * The tools with the best scores, best first; the first of two equal ones comes first. One server
   * gets {@link #MAX_SHARE} of the places, unless the query names it or no other server has a tool
   * that scores nearly as well: a server with many tools for every query would get them all. The
   * list ends where the scores fall.
   *
   * @param serverOf the number of each tool's server
   * @param isNamed whether the query names a tool's server
   */
  List<Integer> best(int limit, int[] serverOf, IntPredicate isNamed) {
    List<Integer> best = new ArrayList<>();
    boolean[] isTaken = new boolean[scores.length];
    int[] places = new int[scores.length];
    float least = 0;
    while (best.size() < limit) {
      int maxPlaces = Math.max(MIN_PLACES, (int) Math.ceil((best.size() + 1) * MAX_SHARE));
      int first = -1;
      int eligible = -1; // the first of a server that has places left
      for (int i = 0; i < scores.length; i++) {
        if (isTaken[i] || scores[i] <= least) {
          continue;
        }
        if (first < 0 || scores[i] > scores[first]) {
          first = i;
        }
        if ((eligible < 0 || scores[i] > scores[eligible])
            && (places[serverOf[i]] < maxPlaces || isNamed.test(i))) {
          eligible = i;
        }
      }
      if (first < 0) {
        break;
      }
      int next =
          eligible >= 0 && scores[eligible] >= NEARLY_AS_WELL * scores[first] ? eligible : first;
      isTaken[next] = true;
      places[serverOf[next]]++;
      best.add(next);
      if (best.size() >= MIN_HITS) {
        least = FALL * scores[best.get(0)];
      }
    }
    return best;
  }
}
