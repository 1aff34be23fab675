package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The invocation of the tool call on this thread. A call runs on the thread that LangChain4j makes
 * it on, so an application's credentials, interceptors and suppliers of fixed arguments can read it
 * here:
 *
 * <pre>{@code
 * ToolOptions.builder()
 *     .fixedArgument("tenant", () -> CurrentInvocation.get().invocationParameters().get("tenant"))
 * }</pre>
 */
public final class CurrentInvocation {

  private static final ThreadLocal<@Nullable InvocationContext> CURRENT = new ThreadLocal<>();

  private CurrentInvocation() {}

  /**
   * The invocation of the AI service; {@code null} outside of tool calls, and if LangChain4j
   * provides none.
   */
  public static @Nullable InvocationContext get() {
    return CURRENT.get();
  }

  /**
   * Runs work within an invocation and restores the previous one afterwards: for an application's
   * own requests on behalf of a user, such as reading resources.
   *
   * @param context {@code null} for no invocation
   */
  public static <T> T callDuring(@Nullable InvocationContext context, Supplier<T> work) {
    InvocationContext before = CURRENT.get();
    CURRENT.set(context);
    try {
      return work.get();
    } finally {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }
}
