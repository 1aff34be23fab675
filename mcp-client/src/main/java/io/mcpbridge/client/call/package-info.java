/**
 * The calls of a client: their options and interceptors, the lists and subscriptions that they
 * return, and the listeners.
 */
@NullMarked
package io.mcpbridge.client.call;

import org.jspecify.annotations.NullMarked;
