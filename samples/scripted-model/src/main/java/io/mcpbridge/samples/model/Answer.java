package io.mcpbridge.samples.model;

import java.util.List;

/** The model's response: a text, or tool calls. */
sealed interface Answer {

  record Text(String text) implements Answer {}

  record ToolCalls(List<ToolCall> calls) implements Answer {}
}
