/**
 * A LangChain4j agent in the terminal. Nothing here mentions MCP but the settings in {@code
 * application.yml}: the tools reach {@link io.mcpbridge.samples.langchain4j.Assistant} by
 * themselves.
 */
@NullMarked
package io.mcpbridge.samples.langchain4j;

import org.jspecify.annotations.NullMarked;
