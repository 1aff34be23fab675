/** Those who are compared, behind one small interface. */
@NullMarked
package io.mcpbridge.verification.benchmarks.contestant;

import org.jspecify.annotations.NullMarked;
