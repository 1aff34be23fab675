/** The client that the official conformance suite drives: one scenario a process. */
@NullMarked
package io.mcpbridge.verification.conformance;

import org.jspecify.annotations.NullMarked;
