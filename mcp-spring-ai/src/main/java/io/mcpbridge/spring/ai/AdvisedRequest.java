package io.mcpbridge.spring.ai;

import org.jspecify.annotations.Nullable;

/**
 * What the {@link McpAdvisor} tells the tools of one request. It does not go through Spring AI's
 * {@code ToolContext}, which tools of the application and other MCP clients get, too.
 *
 * @param conversationId {@code null} if unknown
 * @param invocationId for calls that a {@link McpToolCallingManager} does not execute
 */
record AdvisedRequest(
    @Nullable Object conversationId, McpToolResults results, String invocationId) {}
