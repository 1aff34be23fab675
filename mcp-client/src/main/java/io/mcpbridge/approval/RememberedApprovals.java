package io.mcpbridge.approval;

import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tools that were allowed always. Each as it was described then: a server that describes it
 * differently afterwards has made another tool of it, and is asked about anew.
 */
final class RememberedApprovals {

  /** More than people can have agreed to; the oldest are asked about again. */
  static final int MOST = 1_000;

  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private record Key(String server, String tool) {}

  private record Remembered(Tool tool, long until) {}

  private final Map<Key, Remembered> entries =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Remembered> eldest) {
          return size() > MOST;
        }
      };

  synchronized void add(ApprovalRequest request, Duration length) {
    long until = System.nanoTime() + nanos(length);
    entries.put(
        new Key(request.server(), request.tool().name()), new Remembered(request.tool(), until));
  }

  synchronized boolean holdFor(ApprovalRequest request) {
    @Nullable Remembered entry = entries.get(new Key(request.server(), request.tool().name()));
    return entry != null
        && entry.tool.equals(request.tool())
        && entry.until - System.nanoTime() > 0;
  }

  synchronized void clear() {
    entries.clear();
  }

  private static long nanos(Duration length) {
    return length.compareTo(FOR_EVER) > 0 ? FOR_EVER.toNanos() : length.toNanos();
  }
}
