package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who makes the tool call on this thread: user, conversation and invocation, as far as known. */
final class CallingUser {

  /** LangChain4j's memory id for AI services without {@code @MemoryId}. */
  private static final String DEFAULT_MEMORY = "default";

  private static final ThreadLocal<@Nullable Object> CURRENT = new ThreadLocal<>();

  private CallingUser() {}

  /** The same capture, whose user applies to the calls made with it. */
  static ContextSnapshot known(ContextSnapshot captured) {
    return new ContextSnapshot() {
      @Override
      public @Nullable Object user() {
        return captured.user();
      }

      @Override
      public @Nullable Object callingUser() {
        return captured.callingUser();
      }

      @Override
      public <T extends @Nullable Object> T call(Supplier<T> call) {
        return captured.call(() -> as(captured.callingUser(), call));
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

  /** The options with what is known of the caller, unless they already say it. */
  static CallOptions in(CallOptions options, @Nullable InvocationContext context) {
    CallOptions.Builder known = options.toBuilder();
    if (options.user() == null) {
      known.user(CURRENT.get());
    }
    if (context != null) {
      Object memory = context.chatMemoryId();
      if (options.conversationId() == null && !DEFAULT_MEMORY.equals(memory)) {
        known.conversationId(memory);
      }
      UUID invocation = context.invocationId();
      if (options.invocationId() == null && invocation != null) {
        known.invocationId(invocation.toString());
      }
    }
    return known.build();
  }
}
