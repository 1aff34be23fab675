/**
 * Where a server is ({@link io.mcpbridge.transport.Transport}), a live way to it ({@link
 * io.mcpbridge.transport.Channel}) and one request with what answers it ({@link
 * io.mcpbridge.transport.Exchange}). A custom transport implements these three.
 */
@NullMarked
package io.mcpbridge.transport;

import org.jspecify.annotations.NullMarked;
