/** Two LangChain4j agents with different MCP tools, in a sequence. */
@NullMarked
package io.mcpbridge.samples.agents;

import org.jspecify.annotations.NullMarked;
