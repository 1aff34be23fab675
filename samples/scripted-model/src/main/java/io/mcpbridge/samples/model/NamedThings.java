package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/**
 * Finds the facts that are plain words: names, nouns after a preposition, the object of a command.
 */
final class NamedThings {

  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}]+(?:['\u2019.-][\\p{L}\\p{N}]+)*");
  private static final Set<String> PREPOSITIONS =
      Set.of("in", "for", "of", "to", "from", "at", "about", "on", "into");
  private static final Set<String> ARTICLES = Set.of("the", "a", "an", "my");

  private record Word(int start, int end, String text) {

    boolean isOneOf(Set<String> words) {
      return words.contains(text.toLowerCase(Locale.ROOT));
    }

    boolean isAmong(Set<String> stems) {
      Set<String> ownStems = Words.of(text);
      return !ownStems.isEmpty() && stems.containsAll(ownStems);
    }
  }

  private final String text;
  private final String plain;
  private final List<Word> words = new ArrayList<>();
  private final Set<String> toolName;
  private final Set<String> toolWords;
  private final Set<String> properties = new HashSet<>();

  private NamedThings(String text, String plain, OfferedTool tool) {
    this.text = text;
    this.plain = plain;
    this.toolName = Words.of(tool.ownName());
    this.toolWords = Words.of(tool.ownName() + " " + tool.description());
    JsonNode schemas = tool.parameters().path("properties");
    schemas.fieldNames().forEachRemaining(name -> properties.addAll(Words.of(name)));
    Matcher word = WORD.matcher(plain);
    while (word.find()) {
      words.add(new Word(word.start(), word.end(), word.group()));
    }
  }

  /**
   * @param plain the text with all literals masked
   */
  static List<Fact> find(String text, String plain, OfferedTool tool) {
    NamedThings things = new NamedThings(text, plain, tool);
    List<Fact> facts = new ArrayList<>();
    things.findNames(facts);
    things.findNouns(facts);
    things.findOrdered(facts);
    return facts;
  }

  private void findNames(List<Fact> facts) {
    for (int i = 0; i < words.size(); i++) {
      int last = i;
      while (last < words.size() && isName(last) && (last == i || adjacent(last))) {
        last++;
      }
      if (last > i) {
        facts.add(run(Fact.Kind.NAME, i, last));
        i = last - 1;
      }
    }
  }

  private boolean isName(int index) {
    Word word = words.get(index);
    return Character.isUpperCase(word.text().codePointAt(0))
        && !startsSentence(index)
        && !Words.isStopWord(word.text())
        && !word.isAmong(toolName);
  }

  private void findNouns(List<Fact> facts) {
    for (int i = 0; i < words.size(); i++) {
      if (!words.get(i).isOneOf(PREPOSITIONS)) {
        continue;
      }
      int first = i + 1;
      while (first < words.size() && adjacent(first) && words.get(first).isOneOf(ARTICLES)) {
        first++;
      }
      int last = first;
      while (last < words.size() && adjacent(last) && isNoun(words.get(last))) {
        last++;
      }
      if (last > first) {
        facts.add(run(Fact.Kind.NOUN, first, last));
      }
    }
  }

  private boolean isNoun(Word word) {
    return !Words.isStopWord(word.text()) && !word.isAmong(toolWords);
  }

  /** A command starts with part of the tool's name: "echo hello", but not "what is the echo". */
  private void findOrdered(List<Fact> facts) {
    if (words.isEmpty() || !words.get(0).isAmong(toolName)) {
      return;
    }
    int first = 1;
    while (first < words.size() && announces(words.get(first))) {
      first++;
    }
    boolean telling = words.stream().skip(first).anyMatch(word -> !Words.isStopWord(word.text()));
    if (telling && !words.get(first).isOneOf(PREPOSITIONS)) {
      int start = words.get(first).start();
      String rest = text.substring(start).replaceFirst("[\\s.?]+$", "");
      facts.add(new Fact(Fact.Kind.ORDERED, start, text.length(), rest));
    }
  }

  private boolean announces(Word word) {
    return word.isOneOf(ARTICLES) || word.isAmong(toolName) || word.isAmong(properties);
  }

  private boolean startsSentence(int index) {
    return index == 0 || gapBefore(index).matches("(?s).*[.!?].*");
  }

  private boolean adjacent(int index) {
    return gapBefore(index).isBlank();
  }

  private String gapBefore(int index) {
    return plain.substring(words.get(index - 1).end(), words.get(index).start());
  }

  private Fact run(Fact.Kind kind, int first, int afterLast) {
    int start = words.get(first).start();
    int end = words.get(afterLast - 1).end();
    return new Fact(kind, start, end, plain.substring(start, end));
  }
}
