/** Commands and environments of child processes on Unix and Windows. */
@NullMarked
package io.mcpbridge.internal.stdio.platform;

import org.jspecify.annotations.NullMarked;
