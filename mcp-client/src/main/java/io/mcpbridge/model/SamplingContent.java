package io.mcpbridge.model;

/** One piece of a message to or from a language model. */
public sealed interface SamplingContent
    permits TextContent,
        ImageContent,
        AudioContent,
        ToolUseContent,
        ToolResultContent,
        UnknownContent {}
