/** What the specification allows a client to send, and how a server refuses. */
@NullMarked
package io.mcpbridge.test.internal.rules;

import org.jspecify.annotations.NullMarked;
