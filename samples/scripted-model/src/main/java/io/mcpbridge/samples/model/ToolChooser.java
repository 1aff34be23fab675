package io.mcpbridge.samples.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Picks the tool whose words overlap most with the question's; on a tie, the one that uses all of
 * the question. Deterministic.
 */
final class ToolChooser {

  private static final int USES_EVERYTHING = 1;

  private record Candidate(WordMatch match, ArgumentFiller arguments) {

    int points() {
      return match.points() + (arguments.useEverything() ? USES_EVERYTHING : 0);
    }

    double shareOfName() {
      return match.shareOfName();
    }
  }

  private static final Comparator<Candidate> BY_MERIT =
      Comparator.comparingInt(Candidate::points).thenComparingDouble(Candidate::shareOfName);

  private ToolChooser() {}

  /** The call to make, or its missing arguments; empty if no tool matches. */
  static Optional<Step> choose(String part, List<OfferedTool> tools) {
    Set<String> requestWords = Words.of(Facts.of(part).plainText());
    Candidate best = null;
    for (OfferedTool tool : tools) {
      WordMatch match = WordMatch.of(requestWords, tool);
      if (match.isEnough()) {
        Candidate next = new Candidate(match, ArgumentFiller.fill(tool, part));
        best = best == null || BY_MERIT.compare(next, best) > 0 ? next : best;
      }
    }
    return Optional.ofNullable(best).map(chosen -> chosen.arguments().step());
  }
}
