/** HTTP connections: the pool of a transport, addresses, proxies, keep-alive. */
@NullMarked
package io.mcpbridge.internal.http.connection;

import org.jspecify.annotations.NullMarked;
