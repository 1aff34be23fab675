/** Large answers with a small heap. */
@NullMarked
package io.mcpbridge.verification.memory;

import org.jspecify.annotations.NullMarked;
