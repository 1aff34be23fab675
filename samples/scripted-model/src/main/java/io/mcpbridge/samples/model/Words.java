package io.mcpbridge.samples.model;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Reduces a text to the stems of its significant words, so that "listing files" matches
 * "list_file".
 */
final class Words {

  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a about again all also am an and any are as at be been but by can could did do does for"
                  + " from get gets give go has have her here him his how i if in into is it"
                  + " its just know let like ll me more my no not now of on one or our out please re"
                  + " return returns say shall she should show so some such tell than that the their"
                  + " them then there these they this those to today tomorrow tool tools two up us"
                  + " use used uses using ve very want was we were what when where which who why will"
                  + " with without would you your")
              .split(" "));

  private Words() {}

  /** The stems of a text's words in order, without stop words and single letters. */
  static Set<String> of(String text) {
    Set<String> stems = new LinkedHashSet<>();
    for (String word :
        text.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").split("[^\\p{L}\\p{N}]+", -1)) {
      if (word.length() > 1 && !isStopWord(word)) {
        stems.add(stem(word.toLowerCase(Locale.ROOT)));
      }
    }
    return stems;
  }

  static boolean isStopWord(String word) {
    return STOP_WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  private static String stem(String word) {
    String stem = word;
    if (stem.length() > 4 && stem.endsWith("ies")) {
      stem = cut(stem, 3) + "y";
    } else if (stem.length() > 3 && stem.endsWith("s") && !stem.endsWith("ss")) {
      stem = cut(stem, 1);
    }
    if (stem.endsWith("ing") && hasVowel(cut(stem, 3))) {
      stem = single(cut(stem, 3));
    } else if (stem.length() > 4 && stem.endsWith("ed") && hasVowel(cut(stem, 2))) {
      stem = single(cut(stem, 2));
    }
    return stem.length() > 3 && stem.endsWith("e") ? cut(stem, 1) : stem;
  }

  private static String cut(String word, int letters) {
    return word.substring(0, word.length() - letters);
  }

  private static boolean hasVowel(String word) {
    return word.length() > 2 && word.matches(".*[aeiouy].*");
  }

  /** "running" and "run": the doubled consonant of a suffixed form. */
  private static String single(String stem) {
    return stem.matches(".*(bb|gg|mm|nn|pp|rr|tt)") ? cut(stem, 1) : stem;
  }
}
