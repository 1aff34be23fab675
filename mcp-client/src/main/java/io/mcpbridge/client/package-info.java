/**
 * A client of one MCP server: {@link io.mcpbridge.client.McpClient}, its calls and their
 * interceptors.
 */
@NullMarked
package io.mcpbridge.client;

import org.jspecify.annotations.NullMarked;
