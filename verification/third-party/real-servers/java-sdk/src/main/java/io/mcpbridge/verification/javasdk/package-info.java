/** A server on the official Java SDK, in each of its modes. */
@NullMarked
package io.mcpbridge.verification.javasdk;

import org.jspecify.annotations.NullMarked;
