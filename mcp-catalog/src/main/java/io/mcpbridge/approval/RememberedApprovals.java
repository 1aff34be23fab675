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
 * The {@code allowAlways()} decisions for the tools of one server, per user or for all users, with
 * any or with certain arguments. Each decision applies to the tool's definition at that time; a
 * changed definition needs approval again. Thread-safe.
 */
public final class RememberedApprovals {

  /** Bounds the memory; the oldest decision is dropped first. */
  static final int MAX_DECISIONS = 10_000;

  private static final Duration MAX_DURATION = Duration.ofDays(36_500);

  /** Key for decisions that apply to all users, known or anonymous. */
  private static final Object ALL_USERS = new Object();

  /**
   * @param user {@code null} for calls without a known user or conversation
   * @param arguments a hash, since arguments may be large or secret; {@code null} for any
   */
  private record Key(String tool, @Nullable Object user, @Nullable String arguments) {}

  /** Expiration time per decision, oldest first. */
  private final Map<Key, Long> entries = new LinkedHashMap<>();

  /** The tools' definitions at the time of the decisions, by tool name. */
  private final Map<String, Tool> tools = new HashMap<>();

  private int forgotten;

  /** How often decisions were cleared. Read it before asking, and pass it to {@link #add}. */
  synchronized int clearCount() {
    return forgotten;
  }

  /**
   * Stores an {@code allowAlways()} decision.
   *
   * @param timesForgotten the value of {@link #clearCount} before the handler was asked; the
   *     decision is dropped if it has changed since
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
            decision.isForAllUsers() ? ALL_USERS : userOrConversation(request),
            decision.isForTheseArguments() ? hash(request) : null);
    entries.remove(key); // keeps the newest last
    entries.put(key, System.nanoTime() + nanos(length));
    if (entries.size() > MAX_DECISIONS) {
      removeOldest();
    }
  }

  /** The user, or else the conversation, so that anonymous users do not share approvals. */
  private static @Nullable Object userOrConversation(ApprovalRequest request) {
    Object conversation = request.caller().conversationId();
    return request.user() == null && conversation != null
        ? new AnyoneIn(conversation)
        : request.user();
  }

  private record AnyoneIn(Object conversation) {}

  private void removeOldest() {
    Key oldest = entries.keySet().iterator().next();
    entries.remove(oldest);
    if (entries.keySet().stream().noneMatch(key -> key.tool.equals(oldest.tool))) {
      tools.remove(oldest.tool);
    }
  }

  /**
   * Whether a stored decision allows this call.
   *
   * @param theseArguments whether only decisions for its arguments count
   */
  synchronized boolean isRemembered(ApprovalRequest request, Tool listed, boolean theseArguments) {
    String name = listed.name();
    if (!listed.equals(tools.get(name))) {
      return false;
    }
    Object user = userOrConversation(request);
    String arguments = hash(request);
    return !theseArguments
            && (holds(new Key(name, user, null)) || holds(new Key(name, ALL_USERS, null)))
        || holds(new Key(name, user, arguments))
        || holds(new Key(name, ALL_USERS, arguments));
  }

  private boolean holds(Key key) {
    Long until = entries.get(key);
    return until != null && until - System.nanoTime() > 0;
  }

  /** Clears all decisions. */
  public synchronized void clear() {
    forgotten++;
    entries.clear();
    tools.clear();
  }

  /** Clears the decisions for this user alone. */
  public synchronized void clear(Object user) {
    forgotten++;
    entries.keySet().removeIf(key -> user.equals(key.user));
  }

  private static String hash(ApprovalRequest request) {
    return Sha256.of(Json.canonical(request.arguments()));
  }

  private static long nanos(Duration length) {
    return length.compareTo(MAX_DURATION) > 0 ? MAX_DURATION.toNanos() : length.toNanos();
  }
}
