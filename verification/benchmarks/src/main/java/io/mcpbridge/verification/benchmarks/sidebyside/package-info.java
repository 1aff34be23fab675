/**
 * Everybody at once: each contestant lives in a JVM of its own, and they are measured in turns, so
 * that a noisy minute hits them all.
 */
@NullMarked
package io.mcpbridge.verification.benchmarks.sidebyside;

import org.jspecify.annotations.NullMarked;
