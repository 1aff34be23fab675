package io.mcpbridge.verification.vocabulary;

/** Where people read our words. */
public enum TextKind {
  /** Comments and Javadoc. */
  COMMENTS,
  /** Markdown files. */
  DOCS,
  /** String literals, text blocks included: messages, and data of tests. */
  STRINGS
}
