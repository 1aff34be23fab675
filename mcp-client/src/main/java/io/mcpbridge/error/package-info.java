/** The exceptions a caller can meet. */
@NullMarked
package io.mcpbridge.error;

import org.jspecify.annotations.NullMarked;
