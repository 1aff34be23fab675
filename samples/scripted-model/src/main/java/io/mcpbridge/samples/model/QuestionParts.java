package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a question, but never inside a quotation or a JSON object. */
final class QuestionParts {

  private static final Pattern SURE =
      Pattern.compile("\\s*;\\s*|,?\\s+and\\s+then\\s+|,\\s+then\\s+");
  private static final Pattern POSSIBLE = Pattern.compile(",?\\s+and\\s+");
  private static final Pattern LEAD_IN =
      Pattern.compile(
          "^(?:(?:please|then|also|and|first|next|finally)\\b[\\s,]*)+", Pattern.CASE_INSENSITIVE);

  private QuestionParts() {}

  /** The parts that are certainly separate questions. */
  static List<String> sure(String question) {
    return split(question, SURE);
  }

  /** The parts that may be separate questions, or belong to their neighbors. */
  static List<String> possible(String part) {
    return split(part, POSSIBLE);
  }

  private static List<String> split(String text, Pattern separator) {
    String masked = Quotations.mask(text);
    List<String> parts = new ArrayList<>();
    Matcher matcher = separator.matcher(masked);
    int start = 0;
    while (matcher.find()) {
      add(parts, text.substring(start, matcher.start()));
      start = matcher.end();
    }
    add(parts, text.substring(start));
    return parts.isEmpty() ? List.of(text.strip()) : parts;
  }

  private static void add(List<String> parts, String part) {
    String plain = LEAD_IN.matcher(part.strip()).replaceFirst("");
    if (!plain.isBlank()) {
      parts.add(plain);
    }
  }
}
