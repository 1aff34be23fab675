/** An application whose start is measured; {@code verification/startup/run} starts it. */
@NullMarked
package io.mcpbridge.verification.startup;

import org.jspecify.annotations.NullMarked;
