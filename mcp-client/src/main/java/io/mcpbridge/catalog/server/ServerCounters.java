package io.mcpbridge.catalog.server;

/**
 * Counters of a server since it was configured.
 *
 * @param calls completed tool calls
 * @param failures calls without a result from the tool
 * @param connects successful connections
 * @param refreshes tool listings
 * @param retries retried calls
 */
public record ServerCounters(
    long calls, long failures, long connects, long refreshes, long retries) {}
