/** An application that {@code verification/benchmarks/startup/run} starts and measures. */
@NullMarked
package io.mcpbridge.verification.startup;

import org.jspecify.annotations.NullMarked;
