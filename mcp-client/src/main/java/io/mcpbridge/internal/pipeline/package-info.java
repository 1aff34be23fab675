/** Runs calls through a list of steps, blocking or asynchronously; their caller in log lines. */
@NullMarked
package io.mcpbridge.internal.pipeline;

import org.jspecify.annotations.NullMarked;
