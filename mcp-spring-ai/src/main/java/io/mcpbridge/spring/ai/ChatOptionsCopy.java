package io.mcpbridge.spring.ai;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.util.ReflectionUtils;

/** Copies the options of a request, which may belong to the application. */
final class ChatOptionsCopy {

  /** Spring AI 2 has immutable options, 1.1 has setters instead. */
  private static final @Nullable Method MUTATE =
      ReflectionUtils.findMethod(ToolCallingChatOptions.class, "mutate");

  private ChatOptionsCopy() {}

  static ToolCallingChatOptions withTools(
      ToolCallingChatOptions options, List<ToolCallback> tools) {
    if (MUTATE != null) {
      return ((ToolCallingChatOptions.Builder)
              Objects.requireNonNull(ReflectionUtils.invokeMethod(MUTATE, options)))
          .toolCallbacks(tools)
          .build();
    }
    ToolCallingChatOptions copy = options.copy();
    copy.setToolCallbacks(tools);
    return copy;
  }
}
