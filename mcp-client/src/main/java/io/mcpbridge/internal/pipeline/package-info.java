/** Runs calls through a list of steps, blocking or asynchronously. */
@NullMarked
package io.mcpbridge.internal.pipeline;

import org.jspecify.annotations.NullMarked;
