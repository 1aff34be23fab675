package io.mcpbridge.schema;

/**
 * A provider's maximum number of tools per request; it rejects requests with more.
 *
 * @param provider the provider's name, for messages
 * @param maxTools maximum number of tools, including the application's own
 */
public record ToolLimit(String provider, int maxTools) {}
