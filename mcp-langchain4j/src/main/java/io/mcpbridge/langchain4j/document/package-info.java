/** Loads resources of MCP servers as documents of LangChain4j. */
@NullMarked
package io.mcpbridge.langchain4j.document;

import org.jspecify.annotations.NullMarked;
