/**
 * The connection to one server, what arrives on it outside any call, and what a change drops from
 * the cache.
 */
@NullMarked
package io.mcpbridge.internal.client.connection;

import org.jspecify.annotations.NullMarked;
