package io.mcpbridge.spring.ai;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.util.ReflectionUtils;

/**
 * Detects the tools that a request references only by name, which Spring AI 2 no longer supports.
 */
final class NamedTools {

  private static final @Nullable Method NAMES =
      ReflectionUtils.findMethod(ToolCallingChatOptions.class, "getToolNames");

  private static final @Nullable Method SET_NAMES =
      ReflectionUtils.findMethod(ToolCallingChatOptions.class, "setToolNames", Set.class);

  private NamedTools() {}

  static void copy(ToolCallingChatOptions from, ToolCallingChatOptions to) {
    if (SET_NAMES != null && !toolNames(from).isEmpty()) {
      ReflectionUtils.invokeMethod(
          SET_NAMES, to, ReflectionUtils.invokeMethod(Objects.requireNonNull(NAMES), from));
    }
  }

  static Set<String> toolNames(ToolCallingChatOptions options) {
    return NAMES != null
            && ReflectionUtils.invokeMethod(NAMES, options) instanceof Collection<?> names
        ? names.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }
}
