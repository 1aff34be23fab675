package io.mcpbridge.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits text into the stemmed words that are searched. Names are split at punctuation, between
 * lower and upper case and between letters and digits; {@code GitHub} and {@code k8s} also stay
 * whole, since people write them in several ways. Languages without blanks are split into pairs of
 * letters.
 */
final class SearchTerms {

  private static final int LONGEST = 40;

  /** A thousand tools have about five thousand different words. */
  private static final int MAX_STEMS = 20_000;

  private static final Map<String, String> STEMS = new ConcurrentHashMap<>();

  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a an the and or but if then else of to in on at by for from with without into onto as is"
                  + " are was were be been being am do does did doing done has have had having it its"
                  + " this that these those there here i me my we us our you your he she they them"
                  + " their his her what which who whom whose when where why how can could should"
                  + " would will shall may might must not no nor so than too very just also only"
                  + " please want need let s t d ll re ve m e g ie eg etc via per some any all each"
                  + " every such other same own about tool tools server mcp")
              .split(" "));

  /** Words that say little about what a tool does, in sentences of people. */
  private static final Set<String> COMMON =
      stems(
          "give take put use using used make let keep go going come happen thing things stuff way one"
              + " two three four five first second next last now today yesterday already still yet"
              + " again once ever never always earlier later before after during between beside among"
              + " through over under below above within right left here long short big small good bad"
              + " new old different many much more most few less least lot bit really quite"
              + " whether while because since until however whatever something anything everything"
              + " nothing someone anybody somebody everybody people guy say said tell told know known"
              + " think thought like look looks see seen ask asked work working help try able possible"
              + " currently current whole entire complete full certain specific particular given"
              + " called named call name correct proper properly quickly exactly only together"
              + " instead except without against up down out off back away around per year month week"
              + " hundred thousand hello hey thanks thank okay ok yes got get gets getting");

  private SearchTerms() {}

  /** Whether a stemmed word is common in sentences about anything. */
  static boolean isCommon(String stem) {
    return COMMON.contains(stem);
  }

  private static Set<String> stems(String words) {
    Set<String> stems = new HashSet<>();
    for (String word : words.split(" ")) {
      stems.add(Stemmer.stem(word));
    }
    return stems;
  }

  /** The stemmed words of a text, in order, without words that say nothing. */
  static List<String> of(@Nullable String text, int maxTerms) {
    List<String> terms = new ArrayList<>();
    if (text == null) {
      return terms;
    }
    int length = text.length();
    int start = -1;
    for (int i = 0; i <= length && terms.size() < maxTerms; i++) {
      char c = i < length ? text.charAt(i) : ' ';
      if (Character.isLetterOrDigit(c) || Character.isSurrogate(c)) {
        start = start < 0 ? i : start;
      } else if (start >= 0) {
        addWord(text.substring(start, Math.min(i, start + LONGEST)), terms);
        start = -1;
      }
    }
    return terms;
  }

  private static void addWord(String word, List<String> terms) {
    int begin = 0;
    int parts = 0;
    for (int i = 1; i < word.length(); i++) {
      if (isBoundary(word, i)) {
        add(word.substring(begin, i), terms);
        begin = i;
        parts++;
      }
    }
    add(word.substring(begin), terms);
    if (parts > 0) {
      add(word, terms);
    }
  }

  private static boolean isBoundary(String word, int at) {
    char before = word.charAt(at - 1);
    char current = word.charAt(at);
    if (Character.isDigit(before) != Character.isDigit(current)) {
      return true;
    }
    if (Character.isUpperCase(current)) {
      return Character.isLowerCase(before)
          || Character.isUpperCase(before)
              && at + 1 < word.length()
              && Character.isLowerCase(word.charAt(at + 1))
              && !(at + 2 == word.length() && word.charAt(at + 1) == 's'); // URLs
    }
    return false;
  }

  private static void add(String part, List<String> terms) {
    String word = part.toLowerCase(Locale.ROOT);
    if (!word.isEmpty() && Character.isIdeographic(word.codePointAt(0))) {
      addPairs(word, terms);
    } else if (!STOP_WORDS.contains(word)) {
      terms.add(stem(word));
    }
  }

  private static String stem(String word) {
    String cached = STEMS.get(word);
    if (cached != null) {
      return cached;
    }
    String stem = Stemmer.stem(word);
    if (STEMS.size() < MAX_STEMS) {
      STEMS.put(word, stem);
    }
    return stem;
  }

  private static void addPairs(String word, List<String> terms) {
    if (word.length() == 1) {
      terms.add(word);
    }
    for (int i = 0; i + 2 <= word.length(); i++) {
      terms.add(word.substring(i, i + 2));
    }
  }
}
