/** Runs calls through a list of steps, blocking or asynchronously. Internal API. */
@NullMarked
package io.mcpbridge.internal.pipeline;

import org.jspecify.annotations.NullMarked;
