/** The exceptions that a caller can get. */
@NullMarked
package io.mcpbridge.error;

import org.jspecify.annotations.NullMarked;
