/** A server that Spring AI creates from annotated methods, in each of its modes. */
@NullMarked
package io.mcpbridge.verification.springai;

import org.jspecify.annotations.NullMarked;
