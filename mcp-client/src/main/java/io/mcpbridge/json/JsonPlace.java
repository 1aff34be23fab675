package io.mcpbridge.json;

/**
 * Where a value stands in a text, in characters from its beginning.
 *
 * @param from the beginning: of the member's name, or of a value that has none
 * @param start the beginning of the value
 * @param end behind the value
 * @param line of {@code from}, counted from 1
 */
record JsonPlace(int from, int start, int end, int line) {}
