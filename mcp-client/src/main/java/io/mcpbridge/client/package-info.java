/**
 * One MCP server as an object to call: {@link io.mcpbridge.client.McpClient}, its calls and the
 * interceptors around them.
 */
@NullMarked
package io.mcpbridge.client;

import org.jspecify.annotations.NullMarked;
