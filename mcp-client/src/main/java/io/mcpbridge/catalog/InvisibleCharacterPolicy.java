package io.mcpbridge.catalog;

/**
 * What is done with invisible characters (Unicode tags, zero-width characters, bidirectional
 * controls, escape and other control characters) in what a server says of itself and of its tools:
 * in names, titles, descriptions, instructions and the texts of schemas. Models read them, people
 * do not see them, so that they can hide instructions. Those that belong to the writing of a
 * language or of an emoji are no such characters: joiners between letters of Arabic and Indic
 * scripts or within emoji, variation selectors behind their character, the tags of a flag.
 */
public enum InvisibleCharacterPolicy {
  /** Models read them; a warning says once for each tool and server where they are. */
  REPORT,

  /**
   * The same warning, and models read the texts without them, and without terminal sequences. What
   * a call must have exactly stays as it is: names of arguments, and values in schemas.
   */
  REMOVE
}
