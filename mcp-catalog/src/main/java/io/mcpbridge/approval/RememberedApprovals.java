package io.mcpbridge.approval;

import io.mcpbridge.internal.concurrent.LruMap;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The {@code allowAlways()} decisions of a handler of the application about the tools of one
 * server, in memory. Thread-safe.
 */
public final class RememberedApprovals {

  /** Of users and conversations. The decisions for those beyond it are forgotten. */
  private static final int MAX_NAMES = 10_000;

  private final RememberedDecisions decisions =
      new RememberedDecisions(
          new ApprovalEntries(ApprovalStore.inMemory(), Duration.ZERO, Duration.ZERO, call -> {}),
          decision -> {},
          false);

  /** Users are any objects, so their texts do not tell which are equal. */
  private final LruMap<Object, String> names = new LruMap<>(MAX_NAMES);

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
  synchronized void add(ApprovalRequest request, ApprovalDecision decision, int timesForgotten) {
    if (timesForgotten == forgotten) {
      Instant now = Instant.now();
      decisions.add(
          PendingApproval.waiting(
              "", request, name(request.user()), conversation(request), now, now, false),
          decision,
          "");
    }
  }

  /** Whether a stored decision allows this call. */
  synchronized boolean isRemembered(ApprovalRequest request) {
    return decisions.find(request, name(request.user()), conversation(request)) != null;
  }

  private @Nullable String conversation(ApprovalRequest request) {
    return name(request.caller().conversationId());
  }

  private @Nullable String name(@Nullable Object user) {
    return user == null ? null : names.computeIfAbsent(user, () -> UUID.randomUUID().toString());
  }

  /** Clears all decisions. */
  public synchronized void clear() {
    forgotten++;
    decisions.forget(null, null);
  }

  /** Clears the decisions for this user alone. */
  public synchronized void clear(Object user) {
    forgotten++;
    decisions.forget(null, name(user));
  }
}
