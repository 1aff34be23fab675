package io.mcpbridge.sampling;

import io.mcpbridge.error.McpInputRefusedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The budget of each server within a period. Thread-safe. */
final class SamplingBudget {

  private final int maxRequests;
  private final long maxTokens;
  private final Duration period;
  private final LongSupplier nanoTime;
  private final Map<String, Deque<Share>> used = new HashMap<>();

  SamplingBudget(int maxRequests, long maxTokens, Duration period, LongSupplier nanoTime) {
    this.maxRequests = maxRequests;
    this.maxTokens = maxTokens;
    this.period = period;
    this.nanoTime = nanoTime;
  }

  /** One request, with the tokens that it reserved or used. */
  final class Share {

    private final long since = nanoTime.getAsLong();
    private final Deque<Share> all;
    private long tokens;

    private Share(Deque<Share> all) {
      this.all = all;
    }

    /**
     * Reserves tokens: those of the input, and for the output as many as requested or left.
     *
     * @return the limit of the output
     * @throws McpInputRefusedException if the input leaves none
     */
    int reserve(long question, long answer) {
      synchronized (SamplingBudget.this) {
        long remaining = remainingTokens(all) - question;
        if (remaining <= 0) {
          throw noTokens();
        }
        long granted = Math.min(Math.min(answer, remaining), Integer.MAX_VALUE);
        tokens = question + granted;
        return (int) granted;
      }
    }

    /** Replaces the reservation by the actual usage, input and output together. */
    void used(long tokens) {
      synchronized (SamplingBudget.this) {
        this.tokens = tokens;
      }
    }
  }

  /**
   * Counts a request, whether it succeeds or not: prompts take a user's time.
   *
   * @throws McpInputRefusedException if the budget is used up
   */
  synchronized Share take(String server) {
    Deque<Share> shares = used.computeIfAbsent(server, name -> new ArrayDeque<>());
    long now = nanoTime.getAsLong();
    shares.removeIf(share -> now - share.since >= period.toNanos());
    if (shares.size() >= maxRequests) {
      throw new McpInputRefusedException(
          "sampling is limited to "
              + maxRequests
              + " requests of a server within "
              + period
              + " (maxRequests)");
    }
    if (remainingTokens(shares) <= 0) {
      throw noTokens();
    }
    Share share = new Share(shares);
    shares.add(share);
    return share;
  }

  private long remainingTokens(Deque<Share> shares) {
    return maxTokens - shares.stream().mapToLong(share -> share.tokens).sum();
  }

  private McpInputRefusedException noTokens() {
    return new McpInputRefusedException(
        "sampling is limited to "
            + maxTokens
            + " tokens for a server within "
            + period
            + " (maxTokens)");
  }
}
