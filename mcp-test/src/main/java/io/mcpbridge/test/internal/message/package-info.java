/** Received messages, where responses go, and what is recorded. */
@NullMarked
package io.mcpbridge.test.internal.message;

import org.jspecify.annotations.NullMarked;
