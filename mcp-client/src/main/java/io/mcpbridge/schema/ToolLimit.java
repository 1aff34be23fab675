package io.mcpbridge.schema;

/**
 * How many tools a provider takes in one request; it refuses a request with more.
 *
 * @param provider its name, for people
 * @param most tools of all servers and of the application itself
 */
public record ToolLimit(String provider, int most) {}
