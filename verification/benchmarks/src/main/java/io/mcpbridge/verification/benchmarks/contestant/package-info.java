/** The compared clients, behind a common interface. */
@NullMarked
package io.mcpbridge.verification.benchmarks.contestant;

import org.jspecify.annotations.NullMarked;
