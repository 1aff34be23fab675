/**
 * One entry of an mcpServers file: its fields, target, transport and variables.
 *
 * <p>From text to transport: {@code ServersDocument} parses a file and finds its entries. {@code
 * EntryFields} maps each client's field names. {@code EntryReader} creates {@code EntrySettings}
 * with the help of {@code TransportType}, {@code Variables}, {@code Durations} and {@code
 * RemoteBridge}. {@code EntryTransport} creates the transport.
 */
@NullMarked
package io.mcpbridge.config.internal.entry;

import org.jspecify.annotations.NullMarked;
