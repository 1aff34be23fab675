package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The contexts captured on threads that invoked AI services, for calls outside of the tools of an
 * invocation. Entries hold their invocation weakly and vanish with it.
 */
final class CapturedContexts {

  private final Map<Key, ContextSnapshot> captured = new ConcurrentHashMap<>();
  private final ReferenceQueue<InvocationContext> over = new ReferenceQueue<>();

  void put(InvocationContext invocation, ContextSnapshot context) {
    for (Reference<?> gone = over.poll(); gone != null; gone = over.poll()) {
      captured.remove(gone);
    }
    captured.put(new Key(invocation, over), context);
  }

  ContextSnapshot of(InvocationContext invocation) {
    return captured.getOrDefault(new Key(invocation, null), ThreadContextProvider.NOTHING);
  }

  /** Compares by identity: other invocations may be equal. */
  private static final class Key extends WeakReference<InvocationContext> {

    private final int hash;

    Key(InvocationContext invocation, @Nullable ReferenceQueue<InvocationContext> over) {
      super(invocation, over);
      this.hash = System.identityHashCode(invocation);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other || (other instanceof Key key && get() != null && get() == key.get());
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
