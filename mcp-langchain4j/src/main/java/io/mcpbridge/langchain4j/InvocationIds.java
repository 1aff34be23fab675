package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.client.CallOptions;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Whose call it is: the user, the conversation and the invocation of an AI service. */
final class InvocationIds {

  /** LangChain4j's memory id for AI services without {@code @MemoryId}. */
  private static final String DEFAULT_MEMORY = "default";

  private InvocationIds() {}

  /** The options with what is known, unless they already say it. */
  static CallOptions in(CallOptions options, @Nullable InvocationContext context) {
    CallOptions known = CallingUser.in(options, context);
    UUID invocation = context == null ? null : context.invocationId();
    return invocation == null || known.invocationId() != null
        ? known
        : known.toBuilder().invocationId(invocation.toString()).build();
  }

  /** The memory id of the invocation; {@code null} if its AI service has none. */
  static @Nullable Object memory(@Nullable InvocationContext context) {
    Object memory = context == null ? null : context.chatMemoryId();
    return DEFAULT_MEMORY.equals(memory) ? null : memory;
  }
}
