package io.mcpbridge.context;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries context, such as the signed-in user, from the thread that invokes an agent to the threads
 * that call its tools. Agents use other threads when they stream or call several tools in parallel.
 * Thread-safe.
 */
@FunctionalInterface
public interface ThreadContextProvider {

  /** An empty context. */
  ContextSnapshot NOTHING =
      new ContextSnapshot() {
        @Override
        public <T extends @Nullable Object> T call(Supplier<T> call) {
          return call.get();
        }
      };

  /**
   * Combines contexts. Calls run with all of them, the first one outermost. If several contexts
   * report different users, the user is the list of them.
   */
  static ThreadContextProvider all(List<ThreadContextProvider> contexts) {
    return contexts.size() == 1
        ? contexts.get(0)
        : new CompositeThreadContext(List.copyOf(contexts));
  }

  /**
   * Captures the context of the current thread, which requests the tools for one agent invocation.
   * Must be fast and must not throw.
   *
   * @return {@link #NOTHING} if there is nothing to capture
   */
  ContextSnapshot capture();

  /** A captured context. Usable on any thread, for any number of calls. */
  interface ContextSnapshot {

    /**
     * The user of the captured context, if known: equal for the same user, and never a secret. With
     * per-user servers, each user has their own session and tool list.
     */
    default @Nullable Object user() {
      return null;
    }

    /**
     * The user of the call that runs on the current thread; called within {@link #call}. Same as
     * {@link #user()}, unless {@link #call} found another user on this thread and makes the call
     * for no user.
     */
    default @Nullable Object callingUser() {
      return user();
    }

    /**
     * Runs a call with this context on the current thread, and then restores the previous context.
     */
    <T extends @Nullable Object> T call(Supplier<T> call);
  }
}
