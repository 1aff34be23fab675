/** Measures the first calls of a JVM. */
@NullMarked
package io.mcpbridge.verification.benchmarks.first;

import org.jspecify.annotations.NullMarked;
