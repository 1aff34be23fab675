/**
 * What the samples that talk in the terminal have in common, and what has nothing to do with MCP or
 * a framework: a question or a chat ({@link io.mcpbridge.samples.terminal.TerminalChat}), and what
 * depends on the machine ({@link io.mcpbridge.samples.terminal.MachineProfiles}).
 */
@NullMarked
package io.mcpbridge.samples.terminal;

import org.jspecify.annotations.NullMarked;
