/** JMH benchmarks of single steps of a call: {@code verification/benchmarks/run jmh}. */
@NullMarked
package io.mcpbridge.verification.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
