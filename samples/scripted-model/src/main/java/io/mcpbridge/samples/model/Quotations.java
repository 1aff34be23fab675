package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds quoted text and JSON in a question, which are taken literally. */
final class Quotations {

  /** Replaces each character of a literal in a masked text. */
  static final char MASK = '\u0001';

  // An apostrophe opens a quotation only where it cannot be part of a word ("what's").
  private static final Pattern QUOTED =
      Pattern.compile(
          "\"([^\"]*)\"|\u201c([^\u201d]*)\u201d|`([^`]*)`"
              + "|(?<![\\p{L}\\p{N}])'([^']*)'(?![\\p{L}\\p{N}])");

  /**
   * @param text the literal without quotation marks, or the complete JSON object
   */
  record Literal(int start, int end, String text) {

    /** The literal as written, with its quotation marks. */
    String source(String message) {
      return message.substring(start, end);
    }
  }

  private Quotations() {}

  static List<Literal> find(String text) {
    List<Literal> literals = new ArrayList<>();
    Matcher quoted = QUOTED.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == '{') {
        int end = endOfObject(text, at);
        literals.add(new Literal(at, end, text.substring(at, end)));
        at = end;
      } else if (quoted.region(at, text.length()).useTransparentBounds(true).lookingAt()) {
        literals.add(new Literal(at, quoted.end(), content(quoted)));
        at = quoted.end();
      } else {
        at++;
      }
    }
    return literals;
  }

  /** Masks each literal; positions stay the same. */
  static String mask(String text) {
    StringBuilder masked = new StringBuilder(text);
    for (Literal literal : find(text)) {
      blot(masked, literal.start(), literal.end());
    }
    return masked.toString();
  }

  static void blot(StringBuilder text, int start, int end) {
    for (int i = start; i < end; i++) {
      text.setCharAt(i, MASK);
    }
  }

  private static String content(Matcher quoted) {
    for (int group = 1; group <= quoted.groupCount(); group++) {
      String content = quoted.group(group);
      if (content != null) {
        return content;
      }
    }
    throw new IllegalStateException("a quotation without content");
  }

  /** The index after the closing brace, or the end of the text if there is none. */
  private static int endOfObject(String text, int start) {
    int depth = 0;
    boolean inString = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inString) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          inString = false;
        }
      } else if (c == '"') {
        inString = true;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return text.length();
  }
}
