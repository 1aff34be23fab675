package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The user and conversation of the tool call on this thread, as far as known. */
final class CallingUser {

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

  /** The options with the user and the conversation, unless they already have them. */
  static CallOptions in(CallOptions options, @Nullable InvocationContext context) {
    return options.toBuilder()
        .user(options.user() == null ? CURRENT.get() : options.user())
        .conversationId(
            options.conversationId() == null
                ? InvocationIds.memory(context)
                : options.conversationId())
        .build();
  }
}
