package io.mcpbridge.model;

/**
 * One message of a prompt result.
 *
 * @param role {@code user} or {@code assistant}, as the server sent it
 * @param content one content block
 */
public record PromptMessage(String role, ContentBlock content) {}
