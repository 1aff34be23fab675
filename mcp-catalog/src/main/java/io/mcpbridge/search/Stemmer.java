package io.mcpbridge.search;

import java.util.Set;

/**
 * The stemmer of M. F. Porter, "An algorithm for suffix stripping" (1980), for English words in
 * lower case. The names of its steps are those of the article.
 */
final class Stemmer {

  private static final int SHORTEST = 3;

  private static final String[][] STEP_2 = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"abli", "able"}, {"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"},
  };

  private static final String[][] STEP_3 = {
    {"icate", "ic"},
    {"ative", ""},
    {"alize", "al"},
    {"iciti", "ic"},
    {"ical", "ic"},
    {"ful", ""},
    {"ness", ""},
  };

  private static final String[] STEP_4 = {
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous",
    "ive", "ize", "ion", "al", "er", "ic", "ou",
  };

  /** Plurals in {@code -s} that are not plurals. */
  private static final Set<String> AS_THEY_ARE =
      Set.of("dns", "aws", "css", "gas", "ios", "tls", "sms", "gps", "rss", "news", "os");

  private Stemmer() {}

  static String stem(String word) {
    if (word.length() < SHORTEST || AS_THEY_ARE.contains(word) || !isEnglish(word)) {
      return word;
    }
    String stem = step1c(step1b(step1a(word)));
    return step5(step4(replaced(replaced(stem, STEP_2), STEP_3)));
  }

  private static boolean isEnglish(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) < 'a' || word.charAt(i) > 'z') {
        return false;
      }
    }
    return true;
  }

  private static String step1a(String word) {
    if (word.endsWith("sses") || word.endsWith("ies")) {
      return without(word, 2);
    }
    return word.endsWith("s") && !word.endsWith("ss") ? without(word, 1) : word;
  }

  private static String step1b(String word) {
    if (word.endsWith("eed")) {
      return measure(word, word.length() - 3) > 0 ? without(word, 1) : word;
    }
    int suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
    if (suffix == 0 || !hasVowel(word, word.length() - suffix)) {
      return word;
    }
    String stem = without(word, suffix);
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
      return stem + "e";
    }
    if (endsInDoubleConsonant(stem) && "lsz".indexOf(stem.charAt(stem.length() - 1)) < 0) {
      return without(stem, 1);
    }
    return measure(stem, stem.length()) == 1 && endsInShortSyllable(stem) ? stem + "e" : stem;
  }

  private static String step1c(String word) {
    return word.endsWith("y") && hasVowel(word, word.length() - 1) ? without(word, 1) + "i" : word;
  }

  private static String replaced(String word, String[][] suffixes) {
    for (String[] rule : suffixes) {
      if (word.endsWith(rule[0])) {
        int stem = word.length() - rule[0].length();
        return measure(word, stem) > 0 ? word.substring(0, stem) + rule[1] : word;
      }
    }
    return word;
  }

  private static String step4(String word) {
    for (String suffix : STEP_4) {
      if (word.endsWith(suffix)) {
        int stem = word.length() - suffix.length();
        boolean isCut =
            measure(word, stem) > 1
                && (!suffix.equals("ion") || "st".indexOf(word.charAt(stem - 1)) >= 0);
        return isCut ? word.substring(0, stem) : word;
      }
    }
    return word;
  }

  private static String step5(String word) {
    String stem = word;
    if (stem.endsWith("e")) {
      int measure = measure(stem, stem.length() - 1);
      if (measure > 1 || measure == 1 && !endsInShortSyllable(without(stem, 1))) {
        stem = without(stem, 1);
      }
    }
    return stem.endsWith("ll") && measure(stem, stem.length() - 1) > 1 ? without(stem, 1) : stem;
  }

  private static String without(String word, int last) {
    return word.substring(0, word.length() - last);
  }

  /** The number of sequences of a vowel and a consonant in the first letters. */
  private static int measure(String word, int length) {
    int measure = 0;
    for (int i = 1; i < length; i++) {
      if (isConsonant(word, i) && !isConsonant(word, i - 1)) {
        measure++;
      }
    }
    return measure;
  }

  private static boolean hasVowel(String word, int length) {
    for (int i = 0; i < length; i++) {
      if (!isConsonant(word, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsInDoubleConsonant(String word) {
    int last = word.length() - 1;
    return last > 0 && word.charAt(last) == word.charAt(last - 1) && isConsonant(word, last);
  }

  private static boolean endsInShortSyllable(String word) {
    int last = word.length() - 1;
    return last > 1
        && isConsonant(word, last)
        && !isConsonant(word, last - 1)
        && isConsonant(word, last - 2)
        && "wxy".indexOf(word.charAt(last)) < 0;
  }

  private static boolean isConsonant(String word, int at) {
    return switch (word.charAt(at)) {
      case 'a', 'e', 'i', 'o', 'u' -> false;
      case 'y' -> at == 0 || !isConsonant(word, at - 1);
      default -> true;
    };
  }
}
