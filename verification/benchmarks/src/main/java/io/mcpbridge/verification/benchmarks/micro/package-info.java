/** Single steps of a call, measured with JMH: {@code verification/benchmarks/run jmh}. */
@NullMarked
package io.mcpbridge.verification.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
