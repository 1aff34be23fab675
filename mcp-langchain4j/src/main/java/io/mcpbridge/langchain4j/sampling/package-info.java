/** Answers sampling requests of MCP servers with a chat model of LangChain4j. */
@NullMarked
package io.mcpbridge.langchain4j.sampling;

import org.jspecify.annotations.NullMarked;
