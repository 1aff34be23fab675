package io.mcpbridge.internal.pipeline;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.internal.text.DisplayText;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The MDC values of a call on the current thread, as {@link CallerContext} documents them. Closing
 * restores the previous values.
 */
public final class CallerMdc implements AutoCloseable {

  /** The maximum length of a value. */
  static final int MAX_LENGTH = 100;

  private static final String[] KEYS = {
    "mcp.server", "mcp.user", "mcp.conversation", "mcp.execution", "mcp.tool"
  };

  private final @Nullable String[] before = new @Nullable String[KEYS.length];

  private CallerMdc() {
    for (int i = 0; i < KEYS.length; i++) {
      before[i] = MDC.get(KEYS[i]);
    }
  }

  /** Remembers the current values without changing them. */
  public static CallerMdc keep() {
    return new CallerMdc();
  }

  /** Sets the values of this context. */
  public static CallerMdc of(CallerContext caller) {
    @Nullable String[] values = {
      text(caller.server()),
      text(caller.user()),
      text(caller.conversationId()),
      text(caller.executionId()),
      text(caller.tool())
    };
    CallerMdc mdc = new CallerMdc();
    for (int i = 0; i < KEYS.length; i++) {
      set(KEYS[i], values[i]);
    }
    return mdc;
  }

  /** One line each, since users, conversations and tools may be named by others. */
  private static @Nullable String text(@Nullable Object value) {
    try {
      return value == null ? null : DisplayText.line(value.toString(), MAX_LENGTH);
    } catch (RuntimeException e) { // of the application's class, such as a detached entity
      return value.getClass().getName();
    }
  }

  private static void set(String key, @Nullable String value) {
    if (value == null) {
      MDC.remove(key);
    } else {
      MDC.put(key, value);
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < KEYS.length; i++) {
      set(KEYS[i], before[i]);
    }
  }
}
