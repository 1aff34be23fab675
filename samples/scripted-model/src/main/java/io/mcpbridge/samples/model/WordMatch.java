package io.mcpbridge.samples.model;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The overlap between a question's words and a tool's.
 *
 * @param shareOfName the share of the tool's own name that occurs in the question, from 0 to 1
 */
record WordMatch(int points, double shareOfName) {

  private static final int OWN_NAME = 4;
  private static final int FIRST_SENTENCE = 2;
  private static final int REST_OF_DESCRIPTION = 1;
  private static final int SERVER_KEY = 1;

  /** Name or first sentence of the description; other matches are chance. */
  private static final int THRESHOLD = 2;

  private static final Pattern DEPRECATED =
      Pattern.compile("\\bdeprecated\\b", Pattern.CASE_INSENSITIVE);

  static WordMatch of(Set<String> requestWords, OfferedTool tool) {
    Set<String> name = Words.of(tool.ownName());
    Set<String> key = Words.of(tool.serverKey());
    String[] sentences = tool.description().split("(?<=[.!?])\\s|\\R", 2);
    Set<String> first = Words.of(sentences[0]);
    Set<String> rest = Words.of(sentences.length > 1 ? sentences[1] : "");
    int points = 0;
    int named = 0;
    for (String word : requestWords) {
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
    if (DEPRECATED.matcher(tool.description()).find()) {
      points--;
    }
    return new WordMatch(points, name.isEmpty() ? 0 : (double) named / name.size());
  }

  boolean isEnough() {
    return points >= THRESHOLD;
  }
}
