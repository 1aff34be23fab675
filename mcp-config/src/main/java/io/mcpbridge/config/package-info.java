/**
 * Servers from the configuration files of other MCP clients ({@code mcpServers} in Claude, Cursor,
 * Cline, Roo and FastMCP; {@code servers} in VS Code): {@link io.mcpbridge.config.ServersFiles}.
 */
@NullMarked
package io.mcpbridge.config;

import org.jspecify.annotations.NullMarked;
