package io.mcpbridge.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A stemmed word of a query.
 *
 * @param weight how much the word counts, at most 1
 * @param isOptional whether it is two words of the query written as one, such as {@code todo} for
 *     {@code to-do}, which tools need not contain
 */
record QueryTerm(String stem, float weight, boolean isOptional) {

  private static final float WEIGHT_OF_COMMON_WORDS = 0.4f;
  private static final float WEIGHT_OF_NUMBERS = 0.3f;
  private static final float WEIGHT_OF_QUOTED_WORDS = 0.4f;

  private static final int MAX_LENGTH = 2_000;

  private static final Pattern QUOTED =
      Pattern.compile("[\"\u201c\u201d]([^\"\u201c\u201d]{1,200})[\"\u201c\u201d]");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

  static List<QueryTerm> of(String query, int maxTerms) {
    String text = query.length() > MAX_LENGTH ? query.substring(0, MAX_LENGTH) : query;
    String unquoted = QUOTED.matcher(text).replaceAll(" ");
    Map<String, QueryTerm> terms = new HashMap<>();
    List<QueryTerm> inOrder = new ArrayList<>();
    add(unquoted, 1, maxTerms, terms, inOrder);
    if (unquoted.length() < text.length()) {
      add(text, inOrder.isEmpty() ? 1 : WEIGHT_OF_QUOTED_WORDS, maxTerms, terms, inOrder);
    }
    addPairs(unquoted, maxTerms, terms, inOrder);
    return inOrder;
  }

  private static void add(
      String text,
      float maxWeight,
      int maxTerms,
      Map<String, QueryTerm> byStem,
      List<QueryTerm> terms) {
    for (String stem : SearchTerms.of(text, maxTerms * 2)) {
      if (!byStem.containsKey(stem) && terms.size() < maxTerms) {
        QueryTerm term = new QueryTerm(stem, Math.min(maxWeight, weight(stem)), false);
        byStem.put(stem, term);
        terms.add(term);
      }
    }
  }

  private static void addPairs(
      String text, int maxTerms, Map<String, QueryTerm> byStem, List<QueryTerm> terms) {
    String[] words = BETWEEN_WORDS.split(text.toLowerCase(Locale.ROOT));
    for (int i = 0; i + 1 < words.length && terms.size() < maxTerms; i++) {
      String stem = Stemmer.stem(words[i] + words[i + 1]);
      if (!words[i].isEmpty() && byStem.putIfAbsent(stem, new QueryTerm(stem, 1, true)) == null) {
        terms.add(new QueryTerm(stem, 1, true));
      }
    }
  }

  private static float weight(String stem) {
    if (Character.isDigit(stem.charAt(0))) {
      return WEIGHT_OF_NUMBERS;
    }
    return SearchTerms.isCommon(stem) ? WEIGHT_OF_COMMON_WORDS : 1;
  }
}
