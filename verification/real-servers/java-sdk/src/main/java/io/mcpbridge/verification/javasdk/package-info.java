/** A server on the official Java SDK, in each mode that it has. */
@NullMarked
package io.mcpbridge.verification.javasdk;

import org.jspecify.annotations.NullMarked;
