/**
 * What the samples in the terminal share, beside MCP: an application that chats ({@link
 * io.mcpbridge.samples.terminal.TerminalApplication}).
 */
@NullMarked
package io.mcpbridge.samples.terminal;

import org.jspecify.annotations.NullMarked;
