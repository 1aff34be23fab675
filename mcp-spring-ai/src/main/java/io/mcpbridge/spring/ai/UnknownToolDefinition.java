package io.mcpbridge.spring.ai;

import org.springframework.ai.tool.definition.ToolDefinition;

/** A definition with the name that a model wrote; Spring AI's own type rejects blank names. */
record UnknownToolDefinition(String name, String description, String inputSchema)
    implements ToolDefinition {}
