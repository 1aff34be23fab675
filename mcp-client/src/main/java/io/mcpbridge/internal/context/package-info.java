/** The caller's context in log lines. */
@NullMarked
package io.mcpbridge.internal.context;

import org.jspecify.annotations.NullMarked;
