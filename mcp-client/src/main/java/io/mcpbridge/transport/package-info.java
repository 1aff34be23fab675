/**
 * The address of a server ({@link io.mcpbridge.transport.Transport}), an open connection to it
 * ({@link io.mcpbridge.transport.Channel}) and one request with its messages ({@link
 * io.mcpbridge.transport.Exchange}). A custom transport implements these three.
 */
@NullMarked
package io.mcpbridge.transport;

import org.jspecify.annotations.NullMarked;
