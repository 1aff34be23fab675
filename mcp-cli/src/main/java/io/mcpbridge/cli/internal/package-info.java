/** The commands of the command line. */
@NullMarked
package io.mcpbridge.cli.internal;

import org.jspecify.annotations.NullMarked;
