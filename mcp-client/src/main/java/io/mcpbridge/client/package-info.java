/** A client of one MCP server: {@link io.mcpbridge.client.McpClient}. */
@NullMarked
package io.mcpbridge.client;

import org.jspecify.annotations.NullMarked;
