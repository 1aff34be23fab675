package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CallerContext.Captured;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was there on the threads that invoked AI services, for calls that do not come by the tools
 * of the invocation. Forgotten with the invocation, which nothing here holds.
 */
final class Captures {

  private final Map<Key, Captured> captured = new ConcurrentHashMap<>();
  private final ReferenceQueue<InvocationContext> over = new ReferenceQueue<>();

  void put(InvocationContext invocation, Captured there) {
    for (Reference<?> gone = over.poll(); gone != null; gone = over.poll()) {
      captured.remove(gone);
    }
    captured.put(new Key(invocation, over), there);
  }

  Captured of(InvocationContext invocation) {
    return captured.getOrDefault(new Key(invocation, null), CallerContext.NOTHING);
  }

  /** This very invocation: others may be equal to it. */
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
