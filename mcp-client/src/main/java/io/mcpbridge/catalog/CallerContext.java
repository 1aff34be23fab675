package io.mcpbridge.catalog;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What of the thread on which an agent is invoked has to be there on the threads that call its
 * tools, such as who is signed in. Agents call tools on threads of their own where they stream or
 * call several at once. Thread-safe.
 */
@FunctionalInterface
public interface CallerContext {

  /** Nothing was there that has to be elsewhere. */
  Captured NOTHING =
      new Captured() {
        @Override
        public <T extends @Nullable Object> T during(Supplier<T> call) {
          return call.get();
        }
      };

  /**
   * Several as one: calls have what each of them takes, that of the first around that of the
   * others. Where more than one tells who was there, the user is all of that together.
   */
  static CallerContext all(List<CallerContext> contexts) {
    return contexts.size() == 1 ? contexts.get(0) : new AllCallerContexts(List.copyOf(contexts));
  }

  /**
   * Takes it from this thread, which asks for the tools of one request. Quick, and never fails.
   *
   * @return {@link #NOTHING} if there is nothing to take
   */
  Captured capture();

  /** What was taken. For any thread, and any number of calls. */
  interface Captured {

    /**
     * Who was there, if that is told: equal for one and the same, and never a secret. Servers keep
     * a session and a list of tools for each, where that is asked for.
     */
    default @Nullable Object user() {
      return null;
    }

    /**
     * Who the call is made for that is being made on this thread, asked within {@link #during}: the
     * {@link #user()}, unless that found somebody else there and makes the call for nobody.
     */
    default @Nullable Object callingUser() {
      return user();
    }

    /** Makes a call with it on this thread; what was there before is there again afterwards. */
    <T extends @Nullable Object> T during(Supplier<T> call);
  }
}
