/**
 * Servers from the configuration files of other MCP clients ({@code mcpServers} in Claude, Cursor,
 * Cline, Roo and FastMCP; {@code servers} in VS Code): {@link io.mcpbridge.config.ServersFiles}.
 *
 * <p>From text to transport: {@code ServersDocument} parses a file and finds its entries. {@code
 * EntryFields} maps each client's field names. {@code EntryReader} creates {@code EntrySettings}
 * with the help of {@code TransportType}, {@code Variables}, {@code Durations} and {@code
 * RemoteBridge}. {@code EntryTransport} creates the transport.
 */
@NullMarked
package io.mcpbridge.config;

import org.jspecify.annotations.NullMarked;
