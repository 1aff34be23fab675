package io.mcpbridge.model;

/** A content block of a message to or from a language model. */
public sealed interface SamplingContent
    permits TextContent,
        ImageContent,
        AudioContent,
        ToolUseContent,
        ToolResultContent,
        UnknownContent {}
