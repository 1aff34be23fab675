package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.catalog.CallerContext.Captured;
import io.mcpbridge.client.CallOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who the tool call on this thread is made for, as far as that is known. */
final class CallingUser {

  /** What LangChain4j takes where an AI service has no {@code @MemoryId}. */
  private static final String DEFAULT_MEMORY = "default";

  private static final ThreadLocal<@Nullable Object> CURRENT = new ThreadLocal<>();

  private CallingUser() {}

  /** Whose memory it is says who calls, where nothing else does. */
  private record OfMemory(Object id) {}

  /** The same, and the user whom it tells is known to the calls that are made with it. */
  static Captured known(Captured captured) {
    return new Captured() {
      @Override
      public @Nullable Object user() {
        return captured.user();
      }

      @Override
      public @Nullable Object callingUser() {
        return captured.callingUser();
      }

      @Override
      public <T extends @Nullable Object> T during(Supplier<T> call) {
        return captured.during(() -> as(captured.callingUser(), call));
      }
    };
  }

  private static <T extends @Nullable Object> T as(@Nullable Object user, Supplier<T> call) {
    Object before = CURRENT.get();
    CURRENT.set(user);
    try {
      return call.get();
    } finally {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }

  /** The options with the user, unless they tell one already. */
  static CallOptions in(CallOptions options, @Nullable InvocationContext context) {
    if (options.user() != null) {
      return options;
    }
    Object known = CURRENT.get();
    Object memory = context == null ? null : context.chatMemoryId();
    return options.withUser(
        known == null && memory != null && !memory.equals(DEFAULT_MEMORY)
            ? new OfMemory(memory)
            : known);
  }
}
