package io.mcpbridge.catalog.server;

/**
 * What happens to invisible characters (Unicode tags, zero-width characters, bidirectional
 * controls, escape and other control characters) in names, titles, descriptions, instructions and
 * schema texts of a server. Models read them and users do not see them, so they can hide
 * instructions. Characters that belong to a script or an emoji do not count: joiners in Arabic and
 * Indic scripts and within emoji, variation selectors after their character, the tags of a flag.
 */
public enum InvisibleCharacterPolicy {
  /** Models read them; one warning per tool and per server says where they are. */
  REPORT,

  /**
   * The same warning; models get the texts without them and without terminal sequences. Names of
   * arguments and values in schemas stay, since a call must match them exactly.
   */
  REMOVE
}
