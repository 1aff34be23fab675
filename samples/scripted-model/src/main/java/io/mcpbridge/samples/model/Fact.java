package io.mcpbridge.samples.model;

import java.util.Set;

/**
 * A part of a question that can become an argument.
 *
 * @param start its index in the question
 * @param end the index after it
 * @param text the value, for instance without quotation marks
 */
record Fact(Kind kind, int start, int end, String text) {

  enum Kind {
    /** A JSON object. */
    OBJECT,
    /** Text in quotation marks. */
    QUOTED,
    /** A file name, a path, a URL, an e-mail address. */
    PATH,
    /** An ISO date, with or without time. */
    DATE,
    NUMBER,
    /** The text after the tool's name in a command: {@code hello} of {@code echo hello}. */
    ORDERED,
    /** Capitalized words. */
    NAME,
    /** The word after a preposition. */
    NOUN;

    /** The kinds that a user writes as explicit values; the others are guesses. */
    static final Set<Kind> LITERALS = Set.of(OBJECT, QUOTED, PATH, DATE, NUMBER);
  }

  boolean overlaps(Fact other) {
    return start < other.end && other.start < end;
  }
}
