/**
 * A scriptable MCP server to test clients and agents with. Start at {@link
 * io.mcpbridge.test.FakeMcpServer}.
 */
@NullMarked
package io.mcpbridge.test;

import org.jspecify.annotations.NullMarked;
