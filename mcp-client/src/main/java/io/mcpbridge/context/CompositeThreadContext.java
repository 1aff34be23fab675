package io.mcpbridge.context;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Combines several contexts into one. */
record CompositeThreadContext(List<ThreadContextProvider> contexts)
    implements ThreadContextProvider {

  @Override
  public ContextSnapshot capture() {
    List<ContextSnapshot> captured = new ArrayList<>();
    for (ThreadContextProvider context : contexts) {
      ContextSnapshot snapshot = context.capture();
      if (snapshot != NOTHING) {
        captured.add(snapshot);
      }
    }
    return switch (captured.size()) {
      case 0 -> NOTHING;
      case 1 -> captured.get(0);
      default -> new CompositeSnapshot(captured);
    };
  }

  private record CompositeSnapshot(List<ContextSnapshot> captured) implements ContextSnapshot {

    /** Different users combine into one, so only callers that agree on all of them share state. */
    @Override
    public @Nullable Object user() {
      return combined(captured.stream().flatMap(snapshot -> Stream.ofNullable(snapshot.user())));
    }

    @Override
    public @Nullable Object callingUser() {
      return combined(
          captured.stream().flatMap(snapshot -> Stream.ofNullable(snapshot.callingUser())));
    }

    private static @Nullable Object combined(Stream<Object> users) {
      List<Object> distinct = users.distinct().toList();
      return distinct.size() > 1 ? distinct : distinct.stream().findFirst().orElse(null);
    }

    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      Supplier<T> inner = call;
      for (int i = captured.size() - 1; i >= 0; i--) {
        ContextSnapshot outer = captured.get(i);
        Supplier<T> rest = inner;
        inner = () -> outer.call(rest);
      }
      return inner.get();
    }
  }
}
