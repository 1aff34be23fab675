package io.mcpbridge.json;

/**
 * The location of a value in a text, in characters from the start.
 *
 * @param from start of the member's name, or of the value if it has none
 * @param start start of the value
 * @param end end of the value, exclusive
 * @param line 1-based line of {@code from}
 */
record JsonPosition(int from, int start, int end, int line) {}
