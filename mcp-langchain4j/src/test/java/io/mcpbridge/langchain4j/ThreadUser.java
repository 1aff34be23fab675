package io.mcpbridge.langchain4j;

import io.mcpbridge.context.ThreadContextProvider;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The user on a thread, as an application would keep it. */
final class ThreadUser {

  static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private ThreadUser() {}

  static ThreadContextProvider.ContextSnapshot capture() {
    String user = USER.get();
    return user == null
        ? ThreadContextProvider.NOTHING
        : new ThreadContextProvider.ContextSnapshot() {
          @Override
          public <T extends @Nullable Object> T call(Supplier<T> call) {
            String before = USER.get();
            USER.set(user);
            try {
              return call.get();
            } finally {
              USER.set(before);
            }
          }
        };
  }
}
