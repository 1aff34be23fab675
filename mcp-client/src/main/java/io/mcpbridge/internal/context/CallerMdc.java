package io.mcpbridge.internal.context;

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
    CallerMdc mdc = new CallerMdc();
    set(0, caller.server());
    set(1, caller.user());
    set(2, caller.conversationId());
    set(3, caller.executionId());
    set(4, caller.tool());
    return mdc;
  }

  /** One line each, since users, conversations and tools may be named by others. */
  private static void set(int key, @Nullable Object value) {
    if (value == null) {
      MDC.remove(KEYS[key]);
    } else {
      MDC.put(KEYS[key], DisplayText.line(value.toString(), MAX_LENGTH));
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < KEYS.length; i++) {
      if (before[i] == null) {
        MDC.remove(KEYS[i]);
      } else {
        MDC.put(KEYS[i], before[i]);
      }
    }
  }
}
