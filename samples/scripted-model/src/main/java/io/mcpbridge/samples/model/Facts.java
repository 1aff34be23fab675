package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The facts of one part of a question. Each can be taken once, with everything that overlaps it.
 */
final class Facts {

  private final String text;
  private final String plainText;
  private final List<Fact> unused;

  private Facts(String text, String plainText, List<Fact> facts) {
    this.text = text;
    this.plainText = plainText;
    this.unused = facts;
    unused.sort(Comparator.comparingInt(Fact::start));
  }

  /** The facts that their form alone identifies. */
  static Facts of(String part) {
    List<Fact> facts = new ArrayList<>();
    String plain = Literals.find(part, facts);
    return new Facts(part, plain, facts);
  }

  /** Also includes facts that only the tool's own words identify. */
  static Facts of(String part, OfferedTool tool) {
    Facts facts = of(part);
    facts.unused.addAll(NamedThings.find(part, facts.plainText, tool));
    return new Facts(part, facts.plainText, facts.unused);
  }

  /** The question with every literal masked ({@link Quotations#MASK}). */
  String plainText() {
    return plainText;
  }

  /** The first fact of the first kind that has one. */
  Optional<String> take(Fact.Kind... preferred) {
    for (Fact.Kind kind : preferred) {
      Optional<Fact> match = unused.stream().filter(fact -> fact.kind() == kind).findFirst();
      if (match.isPresent()) {
        return match.map(this::take);
      }
    }
    return Optional.empty();
  }

  /** The first number that matches the pattern. */
  Optional<String> takeNumber(Pattern pattern) {
    return unused.stream()
        .filter(fact -> fact.kind() == Fact.Kind.NUMBER && pattern.matcher(fact.text()).matches())
        .findFirst()
        .map(this::take);
  }

  /** All facts of the first kind that has any, in question order. */
  List<String> takeAll(Fact.Kind... preferred) {
    List<String> all = new ArrayList<>();
    for (Fact.Kind kind : preferred) {
      Optional<String> next = take(kind);
      while (next.isPresent()) {
        all.add(next.get());
        next = take(kind);
      }
      if (!all.isEmpty()) {
        break;
      }
    }
    return all;
  }

  /** The value of {@code name=value} or {@code name: value}, or the fact right after the name. */
  Optional<String> takeAssigned(String property) {
    Matcher named = mention(property, "(?:\\s*([=:])\\s*|\\s+)");
    while (named.find()) {
      int valueAt = named.end();
      Optional<Fact> fact =
          unused.stream()
              .filter(f -> f.start() == valueAt && f.kind() != Fact.Kind.ORDERED)
              .findFirst();
      if (fact.isPresent()) {
        return fact.map(this::take);
      }
      Matcher word = Pattern.compile("[^\\s,;]+(?<![.!?])").matcher(text);
      if (named.group(1) != null && word.region(valueAt, text.length()).lookingAt()) {
        return Optional.of(take(new Fact(Fact.Kind.QUOTED, valueAt, word.end(), word.group())));
      }
    }
    return Optional.empty();
  }

  /** The number of {@code 3 steps}. */
  Optional<String> takeCounted(String property) {
    Matcher named = mention(property, "");
    while (named.find()) {
      int nameAt = named.start();
      Optional<Fact> number =
          unused.stream()
              .filter(f -> f.kind() == Fact.Kind.NUMBER && f.end() <= nameAt)
              .filter(f -> text.substring(f.end(), nameAt).isBlank())
              .findFirst();
      if (number.isPresent()) {
        return number.map(this::take);
      }
    }
    return Optional.empty();
  }

  boolean usedAllLiterals() {
    return unused.stream().noneMatch(fact -> Fact.Kind.LITERALS.contains(fact.kind()));
  }

  boolean mentions(String words) {
    return mention(words, "").find();
  }

  /** Whether the words directly follow "no", "not" or "without". */
  boolean denies(String words) {
    return Pattern.compile("\\b(?:no|not|without)\\s+" + pattern(words), Pattern.CASE_INSENSITIVE)
        .matcher(text)
        .find();
  }

  private Matcher mention(String words, String then) {
    return Pattern.compile(
            "(?<![\\p{L}\\p{N}_])" + pattern(words) + "(?![\\p{L}\\p{N}_])" + then,
            Pattern.CASE_INSENSITIVE)
        .matcher(text);
  }

  /** {@code max_results}, {@code maxResults} and "max results" are the same words. */
  private static String pattern(String words) {
    List<String> quoted = new ArrayList<>();
    for (String word : words.split("(?<=[a-z0-9])(?=[A-Z])|[\\s_-]+", -1)) {
      quoted.add(Pattern.quote(word));
    }
    return String.join("[\\s_-]?", quoted);
  }

  private String take(Fact fact) {
    unused.removeIf(fact::overlaps);
    return fact.text();
  }
}
