package io.mcpbridge.samples.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Picks the tool whose words overlap most with the question's. The same question and the same tools
 * give the same choice, always.
 */
final class ToolChooser {

  private static final int OWN_NAME = 4;
  private static final int FIRST_SENTENCE = 2;
  private static final int REST_OF_DESCRIPTION = 1;
  private static final int SERVER_KEY = 1;

  /**
   * One word of a name or of a description's first sentence; one stray word elsewhere is chance.
   */
  private static final int THRESHOLD = 2;

  private record Score(OfferedTool tool, int points, double shareOfName) {}

  private static final Comparator<Score> BY_MERIT =
      Comparator.comparingInt(Score::points).thenComparingDouble(Score::shareOfName);

  private ToolChooser() {}

  static Optional<OfferedTool> choose(String part, List<OfferedTool> tools) {
    Set<String> asked = Words.of(Facts.of(part).plainText());
    return tools.stream()
        .map(tool -> score(asked, tool))
        .filter(score -> score.points() >= THRESHOLD)
        // max keeps the last of equals, so the order of the list is reversed: the first offered
        // wins
        .reduce((best, next) -> BY_MERIT.compare(next, best) > 0 ? next : best)
        .map(Score::tool);
  }

  private static Score score(Set<String> asked, OfferedTool tool) {
    Set<String> name = Words.of(tool.ownName());
    Set<String> key = Words.of(tool.serverKey());
    String[] sentences = tool.description().split("(?<=[.!?])\\s|\\R", 2);
    Set<String> first = Words.of(sentences[0]);
    Set<String> rest = Words.of(sentences.length > 1 ? sentences[1] : "");
    int points = 0;
    int named = 0;
    for (String word : asked) {
      if (name.contains(word)) {
        points += OWN_NAME;
        named++;
      } else if (first.contains(word)) {
        points += FIRST_SENTENCE;
      } else if (rest.contains(word)) {
        points += REST_OF_DESCRIPTION;
      } else if (key.contains(word)) {
        points += SERVER_KEY;
      }
    }
    return new Score(tool, points, name.isEmpty() ? 0 : (double) named / name.size());
  }
}
