package io.mcpbridge.samples.model;

import java.util.List;

/** What the model says: a text, or tools to call. */
sealed interface Answer {

  record Text(String text) implements Answer {}

  record ToolCalls(List<ToolCall> calls) implements Answer {}
}
