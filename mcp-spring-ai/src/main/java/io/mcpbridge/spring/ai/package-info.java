/**
 * The tools of a catalog for Spring AI: {@link io.mcpbridge.spring.ai.McpToolCallbackProvider}.
 * Uses only API that Spring AI 1.1 and 2.0 have in common.
 */
@NullMarked
package io.mcpbridge.spring.ai;

import org.jspecify.annotations.NullMarked;
