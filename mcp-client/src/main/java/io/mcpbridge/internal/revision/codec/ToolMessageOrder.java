package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.ToolResultContent;
import io.mcpbridge.model.ToolUseContent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates the order that model providers require (2025-11-25, client, sampling, message content
 * constraints): a message with tool results contains nothing else, and the next message answers all
 * tool uses of a message.
 */
final class ToolMessageOrder {

  private ToolMessageOrder() {}

  static void check(List<SamplingMessage> messages) {
    Set<String> open = Set.of();
    for (SamplingMessage message : messages) {
      Set<String> answered = new HashSet<>();
      Set<String> used = new HashSet<>();
      message
          .content()
          .forEach(
              block -> {
                if (block instanceof ToolResultContent result) {
                  answered.add(result.toolUseId());
                } else if (block instanceof ToolUseContent toolUse) {
                  used.add(toolUse.id());
                }
              });
      long results = message.content().stream().filter(ToolResultContent.class::isInstance).count();
      if (results > 0 && results < message.content().size()) {
        throw new McpProtocolException("a message with tool results contains other content");
      }
      if (!answered.equals(open)) {
        throw new McpProtocolException("tool uses and tool results do not match");
      }
      open = used;
    }
    if (!open.isEmpty()) {
      throw new McpProtocolException("the last message has tool uses without results");
    }
  }
}
