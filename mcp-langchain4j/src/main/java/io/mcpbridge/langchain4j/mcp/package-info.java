/**
 * The servers of a catalog as LangChain4j's own {@code dev.langchain4j.mcp.client.McpClient}, for
 * APIs that require one, such as agents that wrap one tool. Needs {@code langchain4j-mcp} on the
 * class path, unlike the rest of this library.
 */
@NullMarked
package io.mcpbridge.langchain4j.mcp;

import org.jspecify.annotations.NullMarked;
