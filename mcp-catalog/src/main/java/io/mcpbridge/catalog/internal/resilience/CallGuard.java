package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.internal.text.Sha256;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tool calls of each invocation of an agent and of each conversation, and compares them
 * with {@link CallGuards}. Forgets the least recently used. Thread-safe.
 */
public final class CallGuard {

  /** How many invocations, and how many conversations, are remembered. */
  static final int MAX_REMEMBERED = 10_000;

  /** Longer ids are remembered by their hash, which is longer than this. */
  private static final int MAX_ID_LENGTH = 63;

  /** How many refused calls a model may ignore before the next one throws. */
  static final int MAX_IGNORED_REFUSALS = 10;

  private final CallGuards limits;
  private final boolean isLimiting;
  private final LruMap<Object, Counts> invocations = new LruMap<>(MAX_REMEMBERED);
  private final LruMap<Conversation, Counts> conversations = new LruMap<>(MAX_REMEMBERED);

  public CallGuard(CallGuards limits) {
    this.limits = limits;
    this.isLimiting =
        limits.maxCallsPerInvocation() > 0
            || limits.maxCallsPerConversation() > 0
            || limits.maxConsecutiveFailures() > 0
            || limits.maxCallsWithoutApproval() > 0;
  }

  /** Whether there is a limit to count for. */
  public boolean isLimiting() {
    return isLimiting;
  }

  /** Users choose their ids independently of each other. */
  private record Conversation(@Nullable Object user, Object id) {}

  /**
   * Counts a call.
   *
   * @param invocation its invocation; {@code null} if unknown
   * @param user whose conversation it is; {@code null} if unknown
   * @param conversation its conversation; {@code null} if unknown
   * @return {@code null} if neither is known, or there is no limit
   */
  public @Nullable CountedCall begin(
      @Nullable String invocation, @Nullable Object user, @Nullable Object conversation) {
    if (!isLimiting) {
      return null;
    }
    Counts ofInvocation = counts(invocations, invocation == null ? null : shortened(invocation));
    Counts ofConversation =
        limits.maxCallsPerConversation() == 0 || conversation == null
            ? null
            : counts(
                conversations,
                new Conversation(user == null ? null : shortened(user), shortened(conversation)));
    return ofInvocation == null && ofConversation == null
        ? null
        : new CountedCall(limits, ofInvocation, ofConversation);
  }

  /** Of a long id only the hash is remembered, because callers choose its length. */
  private static Object shortened(Object id) {
    return id instanceof String text && text.length() > MAX_ID_LENGTH ? Sha256.of(text) : id;
  }

  private static <K> @Nullable Counts counts(LruMap<K, Counts> countsById, @Nullable K id) {
    return id == null ? null : countsById.computeIfAbsent(id, Counts::new);
  }

  /** The calls of an invocation or a conversation. */
  private static final class Counts {
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger consecutiveFailures = new AtomicInteger();
    final AtomicInteger withoutApproval = new AtomicInteger();
    final AtomicInteger refusals = new AtomicInteger();
  }

  /**
   * A limit that is reached.
   *
   * @param sentence the reason, for the model
   * @param reason the limit and its setting, for the developer
   * @param isFirst whether no call was refused before, in the same invocation or conversation
   * @param isFatal whether the call must throw
   */
  public record Refusal(String sentence, String reason, boolean isFirst, boolean isFatal) {}

  /** One call, among the others of its invocation and conversation. */
  public static final class CountedCall {

    private final CallGuards limits;
    private final @Nullable Counts invocation;
    private final @Nullable Counts conversation;
    private final @Nullable Refusal refusal;

    private CountedCall(
        CallGuards limits, @Nullable Counts invocation, @Nullable Counts conversation) {
      this.limits = limits;
      this.invocation = invocation;
      this.conversation = conversation;
      this.refusal = count();
    }

    private @Nullable Refusal count() {
      if (invocation != null) {
        if (isBeyond(invocation.consecutiveFailures.get() + 1, limits.maxConsecutiveFailures())) {
          return refusal(
              "the last %d tool calls failed",
              limits.maxConsecutiveFailures(), "guards.max-consecutive-failures");
        }
        if (isBeyond(invocation.calls.incrementAndGet(), limits.maxCallsPerInvocation())) {
          return refusal(
              "the limit of %d tool calls for one request is reached",
              limits.maxCallsPerInvocation(), "guards.max-calls-per-invocation");
        }
      }
      if (conversation != null
          && isBeyond(conversation.calls.incrementAndGet(), limits.maxCallsPerConversation())) {
        return refusal(
            "the limit of %d tool calls for this conversation is reached",
            limits.maxCallsPerConversation(), "CallGuards.maxCallsPerConversation");
      }
      return null;
    }

    private static boolean isBeyond(int number, int limit) {
      return limit > 0 && number > limit;
    }

    private Refusal refusal(String words, int limit, String setting) {
      String reason = words.formatted(limit);
      Counts counts = invocation == null ? conversation : invocation;
      int refusals = counts == null ? 1 : counts.refusals.incrementAndGet();
      return new Refusal(
          reason,
          reason + " (setting " + setting + ")",
          refusals == 1,
          refusals > MAX_IGNORED_REFUSALS || limits.onLimit() == CallGuards.OnLimit.THROW);
    }

    /** Why the call may not be made; {@code null} if it may. */
    public @Nullable Refusal refusal() {
      return refusal;
    }

    /**
     * Counts a call that the policy allows, unless it allowed too many without asking. In one step,
     * because calls of an invocation may be parallel.
     *
     * @return whether a person must approve the call, which is not counted then
     */
    public boolean needsApproval() {
      int limit = limits.maxCallsWithoutApproval();
      return invocation != null
          && limit > 0
          && invocation.withoutApproval.getAndUpdate(n -> Math.min(n + 1, limit)) >= limit;
    }

    /** Records that a person approved the call: the count without approval starts anew. */
    public void approved() {
      if (invocation != null) {
        invocation.withoutApproval.set(0);
      }
    }

    /** Records the end of a call that was not refused here. */
    public void ended(boolean isError) {
      if (invocation != null) {
        if (isError) {
          invocation.consecutiveFailures.incrementAndGet();
        } else {
          invocation.consecutiveFailures.set(0);
        }
      }
    }
  }
}
