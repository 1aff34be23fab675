package io.mcpbridge.catalog;

/**
 * How often what happened with a server since it was configured.
 *
 * @param calls tool calls that came to an end
 * @param failures those of them that got no answer of the tool
 * @param connects how often it was connected
 * @param refreshes how often its tools were listed
 * @param retries how often a call of it was repeated
 */
public record ServerCounters(
    long calls, long failures, long connects, long refreshes, long retries) {}
