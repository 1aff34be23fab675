/**
 * The catalogue's tools as Spring AI sees them: {@link
 * io.mcpbridge.spring.ai.McpToolCallbackProvider}. Uses only what is the same in Spring AI 1.1 and
 * 2.0.
 */
@NullMarked
package io.mcpbridge.spring.ai;

import org.jspecify.annotations.NullMarked;
