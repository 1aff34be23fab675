/** How long it takes until many servers can be used. */
@NullMarked
package io.mcpbridge.verification.benchmarks.start;

import org.jspecify.annotations.NullMarked;
