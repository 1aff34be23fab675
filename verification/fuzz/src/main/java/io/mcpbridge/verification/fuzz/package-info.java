/** Servers that respond with mutated messages, and a client that must handle them. */
@NullMarked
package io.mcpbridge.verification.fuzz;

import org.jspecify.annotations.NullMarked;
