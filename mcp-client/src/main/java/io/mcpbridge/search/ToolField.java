package io.mcpbridge.search;

/**
 * A part of a tool's definition, with its weight and how much its length counts (BM25F: S.
 * Robertson and H. Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3.6).
 */
enum ToolField {
  NAME(2.75f, 0.4f),
  TITLE(1.7f, 0.3f),
  /** The first sentence says what a tool does; the rest says how. */
  SUMMARY(2.4f, 0.6f),
  DESCRIPTION(0.9f, 0.3f),
  /** The application's own words for the tool. */
  ALIAS(2.4f, 0.3f),
  WHEN_TO_USE(1.2f, 0.4f),
  ARGUMENT(1.8f, 0.3f),
  ARGUMENT_DESCRIPTION(0.6f, 0.7f),
  /** The values of an enumeration. */
  VALUE(0.8f, 0.4f),
  SERVER(0.9f, 0f),
  INSTRUCTIONS(0.25f, 0.75f);

  private final float weight;
  private final float lengthWeight;

  ToolField(float weight, float lengthWeight) {
    this.weight = weight;
    this.lengthWeight = lengthWeight;
  }

  float weight() {
    return weight;
  }

  /** How much the score is lowered if the field is long, between 0 and 1. */
  float lengthWeight() {
    return lengthWeight;
  }
}
