/** Counts this project's stack frames and classes in one warm call. */
@NullMarked
package io.mcpbridge.verification.benchmarks.frames;

import org.jspecify.annotations.NullMarked;
