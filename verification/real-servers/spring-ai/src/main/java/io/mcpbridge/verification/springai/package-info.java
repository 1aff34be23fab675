/** A server as Spring AI makes one from annotated methods, in each mode that it has. */
@NullMarked
package io.mcpbridge.verification.springai;

import org.jspecify.annotations.NullMarked;
