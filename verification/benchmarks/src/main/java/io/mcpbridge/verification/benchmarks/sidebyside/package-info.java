/**
 * Side-by-side comparison. Each contestant has its own JVM, and they are measured in turn, so that
 * noise affects all of them.
 */
@NullMarked
package io.mcpbridge.verification.benchmarks.sidebyside;

import org.jspecify.annotations.NullMarked;
