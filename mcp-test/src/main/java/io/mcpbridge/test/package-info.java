/**
 * A scriptable MCP server for tests of clients and agents. Start at {@link
 * io.mcpbridge.test.FakeMcpServer}.
 */
@NullMarked
package io.mcpbridge.test;

import org.jspecify.annotations.NullMarked;
