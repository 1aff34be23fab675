package io.mcpbridge.spring.ai;

import org.springframework.ai.tool.definition.ToolDefinition;

/** Of a tool by the name that a model wrote, whatever that is: Spring AI's own wants letters. */
record WrittenDefinition(String name, String description, String inputSchema)
    implements ToolDefinition {}
