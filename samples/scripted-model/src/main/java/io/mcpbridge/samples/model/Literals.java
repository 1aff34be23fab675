package io.mcpbridge.samples.model;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the facts that their form identifies: JSON, quotations, paths, dates, numbers. */
final class Literals {

  private static final Pattern PATH =
      Pattern.compile(
          "(?<![^\\s(])(?:"
              + "(?:[A-Za-z][A-Za-z0-9+.-]*://|~?/|\\.{1,2}/|[A-Za-z]:\\\\)[^\\s,;\u0001]*"
              + "|[\\w.-]+/[^\\s,;\u0001]+"
              + "|[\\w.+-]+@[\\w-]+\\.[\\w.-]+"
              + "|[\\w-]+(?:\\.[\\w-]+)*\\.[A-Za-z][A-Za-z0-9]{0,4}(?![\\w])"
              + ")(?<![.,:;!?)])");
  private static final Set<String> NOT_PATHS = Set.of("e.g", "i.e", "and/or");

  private static final Pattern DATE =
      Pattern.compile(
          "\\b\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}[\\d:.]*(?:Z|[+-]\\d{2}:\\d{2})?)?\\b");

  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\p{L}\\p{N}_.-])-?\\d+(?:\\.\\d+)?(?![\\p{L}\\p{N}_]|[.-]\\d)");

  private Literals() {}

  /** Adds the facts found to {@code facts} and returns the text with all of them masked. */
  static String find(String text, List<Fact> facts) {
    StringBuilder plain = new StringBuilder(text);
    for (Quotations.Literal literal : Quotations.find(text)) {
      Fact.Kind kind =
          JsonText.isObject(literal.source(text)) ? Fact.Kind.OBJECT : Fact.Kind.QUOTED;
      facts.add(new Fact(kind, literal.start(), literal.end(), literal.text()));
      Quotations.blot(plain, literal.start(), literal.end());
    }
    find(PATH, Fact.Kind.PATH, plain, facts);
    find(DATE, Fact.Kind.DATE, plain, facts);
    find(NUMBER, Fact.Kind.NUMBER, plain, facts);
    return plain.toString();
  }

  private static void find(Pattern pattern, Fact.Kind kind, StringBuilder plain, List<Fact> facts) {
    Matcher matcher = pattern.matcher(plain.toString());
    while (matcher.find()) {
      if (!NOT_PATHS.contains(matcher.group())) {
        facts.add(new Fact(kind, matcher.start(), matcher.end(), matcher.group()));
        Quotations.blot(plain, matcher.start(), matcher.end());
      }
    }
  }
}
