/**
 * Selection of tools: patterns for names, servers and annotations ({@link
 * io.mcpbridge.selection.ToolPattern}), and the visibility of a server's tools ({@link
 * io.mcpbridge.selection.ToolSelection}).
 */
@NullMarked
package io.mcpbridge.selection;

import org.jspecify.annotations.NullMarked;
