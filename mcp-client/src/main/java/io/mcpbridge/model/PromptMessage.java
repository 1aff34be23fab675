package io.mcpbridge.model;

/**
 * One message of a filled prompt.
 *
 * @param role {@code user} or {@code assistant}, as the server wrote it
 * @param content one block
 */
public record PromptMessage(String role, ContentBlock content) {}
