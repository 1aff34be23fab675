package io.mcpbridge.verification.vocabulary;

/** The kinds of text that are checked. */
public enum TextKind {
  /** Comments and Javadoc. */
  COMMENTS,
  /** Markdown files. */
  DOCS,
  /** String literals and text blocks: messages, and test data. */
  STRINGS
}
