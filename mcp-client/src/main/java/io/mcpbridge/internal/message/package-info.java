/** Ids of requests, and messages that cannot be parsed, for every transport. */
@NullMarked
package io.mcpbridge.internal.message;

import org.jspecify.annotations.NullMarked;
