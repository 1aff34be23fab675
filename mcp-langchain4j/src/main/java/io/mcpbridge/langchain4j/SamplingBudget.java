package io.mcpbridge.langchain4j;

import io.mcpbridge.error.McpInputRefusedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** What each server may use of the model within some time. Thread-safe. */
final class SamplingBudget {

  private final int maxRequests;
  private final long maxTokens;
  private final Duration within;
  private final LongSupplier nanoTime;
  private final Map<String, Deque<Share>> used = new HashMap<>();

  SamplingBudget(int maxRequests, long maxTokens, Duration within, LongSupplier nanoTime) {
    this.maxRequests = maxRequests;
    this.maxTokens = maxTokens;
    this.within = within;
    this.nanoTime = nanoTime;
  }

  /** One request, with the tokens that are set aside for it or that it used. */
  final class Share {

    private final long since = nanoTime.getAsLong();
    private long tokens;

    private Share(long tokens) {
      this.tokens = tokens;
    }

    /** How many the answer may have. */
    int mostTokens() {
      return (int) Math.min(tokens, Integer.MAX_VALUE);
    }

    /** Says how many it came to, question and answer together. */
    void used(long all) {
      synchronized (SamplingBudget.this) {
        tokens = all;
      }
    }
  }

  /**
   * Sets tokens aside for a request: as many as it wants, or as are left.
   *
   * @throws McpInputRefusedException if nothing is left
   */
  synchronized Share take(String server, long wanted) {
    Deque<Share> shares = used.computeIfAbsent(server, name -> new ArrayDeque<>());
    long now = nanoTime.getAsLong();
    shares.removeIf(share -> now - share.since >= within.toNanos());
    if (shares.size() >= maxRequests) {
      throw new McpInputRefusedException(
          "sampling is limited to "
              + maxRequests
              + " requests of a server within "
              + within
              + " (maxRequests)");
    }
    long left = maxTokens - shares.stream().mapToLong(share -> share.tokens).sum();
    if (left <= 0) {
      throw new McpInputRefusedException(
          "sampling is limited to "
              + maxTokens
              + " tokens for a server within "
              + within
              + " (maxTokens)");
    }
    Share share = new Share(Math.min(wanted, left));
    shares.add(share);
    return share;
  }
}
