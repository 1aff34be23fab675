/** The time until many servers are usable. */
@NullMarked
package io.mcpbridge.verification.benchmarks.start;

import org.jspecify.annotations.NullMarked;
