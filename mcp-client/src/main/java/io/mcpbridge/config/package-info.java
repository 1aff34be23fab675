/**
 * Servers from the files that other MCP clients keep them in ({@code mcpServers} of Claude, Cursor,
 * Cline, Roo and FastMCP; {@code servers} of VS Code): {@link io.mcpbridge.config.ServersFiles}.
 *
 * <p>From text to server: {@code ServersDocument} reads a file and finds its entries, {@code
 * EntryFields} knows what each client calls a field, {@code EntryReader} makes {@code
 * EntrySettings} of it with the help of {@code TransportType}, {@code Variables}, {@code Durations}
 * and {@code RemoteBridge}, and {@code EntryTransport} makes a transport of those.
 */
@NullMarked
package io.mcpbridge.config;

import org.jspecify.annotations.NullMarked;
