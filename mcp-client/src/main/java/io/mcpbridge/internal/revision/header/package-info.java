/**
 * HTTP headers that repeat parts of a request: {@code Mcp-Method}, {@code Mcp-Name} and {@code
 * Mcp-Param}.
 */
@NullMarked
package io.mcpbridge.internal.revision.header;

import org.jspecify.annotations.NullMarked;
