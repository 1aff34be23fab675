package io.mcpbridge.spring.ai;

import io.mcpbridge.model.CreateMessageRequest;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.util.ReflectionUtils;

/**
 * The options of a sampling request. Spring AI 1.1 merges the options of a request into those of
 * the model, and runs tools unless told otherwise. Spring AI 2 does neither: the options of a
 * request must be complete and of the model's own type.
 */
final class SamplingOptions {

  /** Of Spring AI 2. */
  private static final @Nullable Method MUTATE =
      ReflectionUtils.findMethod(ChatOptions.class, "mutate");

  /** Of Spring AI 1.1. */
  private static final @Nullable Method RUN_TOOLS =
      ReflectionUtils.findMethod(
          ToolCallingChatOptions.class, "setInternalToolExecutionEnabled", Boolean.class);

  private SamplingOptions() {}

  static ChatOptions of(
      ChatModel model, CreateMessageRequest request, int maxTokens, List<ToolCallback> tools) {
    ChatOptions.Builder builder = builder(model, !tools.isEmpty());
    builder.maxTokens(maxTokens);
    if (request.temperature() != null) {
      builder.temperature(request.temperature());
    }
    if (!request.stopSequences().isEmpty()) {
      builder.stopSequences(request.stopSequences());
    }
    if (builder instanceof ToolCallingChatOptions.Builder toolCalling) {
      toolCalling.toolCallbacks(tools);
    }
    ChatOptions options = builder.build();
    if (RUN_TOOLS != null) {
      ReflectionUtils.invokeMethod(RUN_TOOLS, options, false);
    }
    return options;
  }

  private static ChatOptions.Builder builder(ChatModel model, boolean withTools) {
    if (MUTATE != null
        && ReflectionUtils.invokeMethod(MUTATE, model.getDefaultOptions())
            instanceof ChatOptions.Builder own
        && (own instanceof ToolCallingChatOptions.Builder || !withTools)) {
      return own;
    }
    return ToolCallingChatOptions.builder();
  }
}
