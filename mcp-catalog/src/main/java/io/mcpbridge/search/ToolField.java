package io.mcpbridge.search;

/**
 * A part of a tool's definition, with its weight, how much its length counts (BM25F: S. Robertson
 * and H. Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3.6), and how many of its
 * words are searched. Nearly all published tools have fewer: more are often there to be found for
 * every query.
 */
enum ToolField {
  NAME(2.75f, 0.4f, 20),
  TITLE(1.7f, 0.3f, 20),
  /** The first sentence says what a tool does; the rest says how. */
  SUMMARY(2.4f, 0.6f, 40),
  DESCRIPTION(0.9f, 0.3f, 150),
  /** The application's own words for the tool. */
  ALIAS(2.4f, 0.3f, 600),
  WHEN_TO_USE(1.2f, 0.4f, 600),
  ARGUMENT(1.8f, 0.3f, 80),
  ARGUMENT_DESCRIPTION(0.6f, 0.7f, 600),
  /** The values of an enumeration. */
  VALUE(0.8f, 0.4f, 80),
  SERVER(0.9f, 0f, 20),
  INSTRUCTIONS(0.25f, 0.75f, 150);

  private final float weight;
  private final float lengthWeight;
  private final int maxWords;

  ToolField(float weight, float lengthWeight, int maxWords) {
    this.weight = weight;
    this.lengthWeight = lengthWeight;
    this.maxWords = maxWords;
  }

  float weight() {
    return weight;
  }

  /** How much the score is lowered if the field is long, between 0 and 1. */
  float lengthWeight() {
    return lengthWeight;
  }

  /** The maximum number of words that are searched; what follows is not. */
  int maxWords() {
    return maxWords;
  }
}
