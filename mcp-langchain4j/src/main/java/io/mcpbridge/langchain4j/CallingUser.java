package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.client.call.CallOptions;
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
  static ContextSnapshot withUser(ContextSnapshot captured) {
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
        return captured.call(() -> callAs(captured.callingUser(), call));
      }
    };
  }

  private static <T extends @Nullable Object> T callAs(@Nullable Object user, Supplier<T> call) {
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

  /**
   * The key of a conversation.
   *
   * @param id the memory, or the invocation if the AI service has no {@code @MemoryId}
   */
  private record Conversation(@Nullable Object user, @Nullable Object id) {}

  /**
   * The conversation of an invocation, for the {@linkplain #withUser captured} user of the call on
   * this thread.
   */
  static Object conversation(@Nullable InvocationContext context) {
    return conversation(CURRENT.get(), context);
  }

  private static @Nullable Object current() {
    return CURRENT.get();
  }

  /** The conversation of an invocation, for the user of the {@linkplain #withUser capture}. */
  static Object conversation(ContextSnapshot captured, @Nullable InvocationContext context) {
    return conversation(captured.call(CallingUser::current), context);
  }

  private static Object conversation(@Nullable Object user, @Nullable InvocationContext context) {
    if (context == null) {
      return new Conversation(user, null);
    }
    Object memory = context.chatMemoryId();
    return new Conversation(
        user, memory == null || memory.equals(DEFAULT_MEMORY) ? context.invocationId() : memory);
  }

  /**
   * The options with what is known of the caller, unless they already say it.
   *
   * @param shownName the name by which the model calls the tool; {@code null} for the catalog's
   */
  static CallOptions callOptions(
      CallOptions options, @Nullable String shownName, @Nullable InvocationContext context) {
    Object user = options.user() == null ? CURRENT.get() : null;
    Object conversation = null;
    UUID invocation = null;
    if (context != null) {
      Object memory = context.chatMemoryId();
      conversation =
          options.conversationId() != null || DEFAULT_MEMORY.equals(memory) ? null : memory;
      invocation = options.invocationId() == null ? context.invocationId() : null;
    }
    if (shownName == null && user == null && conversation == null && invocation == null) {
      return options;
    }
    CallOptions.Builder builder = options.toBuilder();
    if (shownName != null) {
      builder.shownName(shownName);
    }
    if (user != null) {
      builder.user(user);
    }
    if (conversation != null) {
      builder.conversationId(conversation);
    }
    if (invocation != null) {
      builder.invocationId(invocation.toString());
    }
    return builder.build();
  }
}
