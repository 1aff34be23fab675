/** What the first calls of a JVM cost. */
@NullMarked
package io.mcpbridge.verification.benchmarks.first;

import org.jspecify.annotations.NullMarked;
