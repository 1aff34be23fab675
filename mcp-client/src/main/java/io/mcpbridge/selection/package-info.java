/**
 * Which tools are meant: patterns for names, servers and annotations ({@link
 * io.mcpbridge.selection.ToolPattern}), and what of a server's tools there is to be ({@link
 * io.mcpbridge.selection.ToolSelection}).
 */
@NullMarked
package io.mcpbridge.selection;

import org.jspecify.annotations.NullMarked;
