package io.mcpbridge.spring.ai;

import java.lang.reflect.Method;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.util.ReflectionUtils;

/**
 * Detects the tools that a request references only by name, which Spring AI 2 no longer supports.
 */
final class NamedTools {

  private static final @Nullable Method NAMES =
      ReflectionUtils.findMethod(ToolCallingChatOptions.class, "getToolNames");

  private NamedTools() {}

  static boolean areIn(ToolCallingChatOptions options) {
    return NAMES != null
        && ReflectionUtils.invokeMethod(NAMES, options) instanceof Collection<?> names
        && !names.isEmpty();
  }
}
