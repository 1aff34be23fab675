/** A server as a child process: newline-delimited JSON on its standard streams. */
@NullMarked
package io.mcpbridge.transport.stdio;

import org.jspecify.annotations.NullMarked;
