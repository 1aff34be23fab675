package io.mcpbridge.approval;

import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tools of one server that were allowed always. Each as it was listed then: a server that lists it
 * differently afterwards has made another tool of it, which is asked about anew. Thread-safe.
 */
public final class RememberedApprovals {

  /** More than people can have agreed to; the oldest are asked about again. */
  static final int MOST = 1_000;

  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private record Remembered(Tool tool, long until) {}

  private final Map<String, Remembered> entries =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Remembered> eldest) {
          return size() > MOST;
        }
      };

  synchronized void add(Tool listed, Duration length) {
    entries.put(listed.name(), new Remembered(listed, System.nanoTime() + nanos(length)));
  }

  synchronized boolean hold(Tool listed) {
    @Nullable Remembered entry = entries.get(listed.name());
    return entry != null && entry.tool.equals(listed) && entry.until - System.nanoTime() > 0;
  }

  /** Forgets them all: they are asked about again. */
  public synchronized void clear() {
    entries.clear();
  }

  private static long nanos(Duration length) {
    return length.compareTo(FOR_EVER) > 0 ? FOR_EVER.toNanos() : length.toNanos();
  }
}
