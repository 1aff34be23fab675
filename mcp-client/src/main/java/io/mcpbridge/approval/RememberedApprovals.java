package io.mcpbridge.approval;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was allowed always of the tools of one server: for one user or for all, with any arguments
 * or with certain ones. Each tool as it was listed then: a server that lists it differently
 * afterwards has made another tool of it, which is asked about anew. Thread-safe.
 */
public final class RememberedApprovals {

  /** More than people can have agreed to; the oldest are asked about again. */
  static final int MOST = 10_000;

  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  /** Stands for every user, known or not. */
  private static final Object ALL_USERS = new Object();

  /**
   * @param user {@code null} for calls that nobody is known for
   * @param arguments their hash, since they may be large or secret; {@code null} for any
   */
  private record Key(String tool, @Nullable Object user, @Nullable String arguments) {}

  /** Until when each of them holds, the oldest first. */
  private final Map<Key, Long> entries = new LinkedHashMap<>();

  /** The tools that those are of, by name. */
  private final Map<String, Tool> tools = new HashMap<>();

  private int forgotten;

  /** How often they were forgotten until now, to be noted before somebody is asked. */
  synchronized int timesForgotten() {
    return forgotten;
  }

  /**
   * Remembers a call that was allowed always.
   *
   * @param timesForgotten when somebody was asked: what they were asked about is forgotten if it is
   *     not the same any more
   */
  synchronized void add(
      ApprovalRequest request,
      Tool listed,
      ApprovalDecision decision,
      Duration length,
      int timesForgotten) {
    if (timesForgotten != forgotten) {
      return;
    }
    String name = listed.name();
    if (!listed.equals(tools.put(name, listed))) {
      entries.keySet().removeIf(key -> key.tool.equals(name));
    }
    Key key =
        new Key(
            name,
            decision.allUsers() ? ALL_USERS : request.user(),
            decision.theseArguments() ? hash(request) : null);
    entries.remove(key); // the latest stands last
    entries.put(key, System.nanoTime() + nanos(length));
    if (entries.size() > MOST) {
      removeOldest();
    }
  }

  private void removeOldest() {
    Key oldest = entries.keySet().iterator().next();
    entries.remove(oldest);
    if (entries.keySet().stream().noneMatch(key -> key.tool.equals(oldest.tool))) {
      tools.remove(oldest.tool);
    }
  }

  /** Whether a call was allowed always. */
  synchronized boolean hold(ApprovalRequest request, Tool listed) {
    String name = listed.name();
    if (!listed.equals(tools.get(name))) {
      return false;
    }
    Object user = request.user();
    String arguments = hash(request);
    return holds(new Key(name, user, null))
        || holds(new Key(name, ALL_USERS, null))
        || holds(new Key(name, user, arguments))
        || holds(new Key(name, ALL_USERS, arguments));
  }

  private boolean holds(Key key) {
    Long until = entries.get(key);
    return until != null && until - System.nanoTime() > 0;
  }

  /** Forgets them all: they are asked about again. */
  public synchronized void clear() {
    forgotten++;
    entries.clear();
    tools.clear();
  }

  /** Forgets what was allowed for one user alone. */
  public synchronized void clear(Object user) {
    forgotten++;
    entries.keySet().removeIf(key -> user.equals(key.user));
  }

  private static String hash(ApprovalRequest request) {
    return Sha256.of(Json.canonical(request.arguments()));
  }

  private static long nanos(Duration length) {
    return length.compareTo(FOR_EVER) > 0 ? FOR_EVER.toNanos() : length.toNanos();
  }
}
