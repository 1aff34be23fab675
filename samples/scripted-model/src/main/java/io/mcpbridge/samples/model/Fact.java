package io.mcpbridge.samples.model;

import java.util.Set;

/**
 * Something in a question that can become an argument.
 *
 * @param start where it begins in the question
 * @param end just after it
 * @param text the value: without quotation marks, for instance
 */
record Fact(Kind kind, int start, int end, String text) {

  enum Kind {
    /** A JSON object. */
    OBJECT,
    /** What stands in quotation marks. */
    QUOTED,
    /** A file name, a path, a URL, an e-mail address. */
    PATH,
    /** An ISO date, with or without time. */
    DATE,
    NUMBER,
    /** All that follows the tool's name in an order: {@code hello} of {@code echo hello}. */
    ORDERED,
    /** Capitalised words. */
    NAME,
    /** What follows a preposition. */
    NOUN;

    /** The kinds that a user writes down as values; the others are only taken for values. */
    static final Set<Kind> LITERALS = Set.of(OBJECT, QUOTED, PATH, DATE, NUMBER);
  }

  boolean overlaps(Fact other) {
    return start < other.end && other.start < end;
  }
}
