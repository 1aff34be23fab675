package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf the tool call on this thread is made. A call runs on the thread that LangChain4j
 * makes it on, so that an application's credentials, interceptors and suppliers of fixed arguments
 * can ask here, wherever that thread is from:
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
   * The invocation of the AI service; {@code null} where no tool is being called, and where
   * LangChain4j calls one without saying for whom.
   */
  public static @Nullable InvocationContext get() {
    return CURRENT.get();
  }

  /**
   * Works on behalf of an invocation, then on behalf of whichever was before: for what an
   * application asks servers for by itself, such as resources, in the name of a user.
   *
   * @param context {@code null} for nobody
   */
  public static <T> T during(@Nullable InvocationContext context, Supplier<T> work) {
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
