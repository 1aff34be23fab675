/**
 * The servers of a catalogue where LangChain4j wants its own {@code
 * dev.langchain4j.mcp.client.McpClient}, such as agents that are one tool. Needs {@code
 * langchain4j-mcp} on the class path; nothing else in this library does.
 */
@NullMarked
package io.mcpbridge.langchain4j.mcp;

import org.jspecify.annotations.NullMarked;
