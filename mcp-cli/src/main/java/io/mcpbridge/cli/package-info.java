/** The command line {@code mcp}: diagnoses and uses the MCP servers of a configuration file. */
@NullMarked
package io.mcpbridge.cli;

import org.jspecify.annotations.NullMarked;
