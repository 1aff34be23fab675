/** Servers that answer with mutated messages, and a client that has to get along with them. */
@NullMarked
package io.mcpbridge.verification.fuzz;

import org.jspecify.annotations.NullMarked;
