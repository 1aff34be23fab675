package io.mcpbridge.catalog.internal.tools;

/**
 * A tool that a server lists, selected or not.
 *
 * @param name its name on the server
 * @param modelName the name by which models would call it
 */
public record ListedTool(String name, String modelName) {}
