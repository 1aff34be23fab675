package io.mcpbridge.transport.http;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far an event stream was read, and how long its server wants to be left alone before it is
 * asked for the rest (2025-11-25, resumability and redelivery).
 *
 * @param lastEventId the id of the last event that had one; empty if the server took it back
 * @param retryMillis the server's word, whatever it is worth
 */
record StreamPosition(@Nullable String lastEventId, @Nullable Long retryMillis) {

  /** Before the first event. */
  static final StreamPosition START = new StreamPosition(null, null);

  private static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);
  private static final Duration SHORTEST_RETRY = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

  /** Where one stands after the next piece of the same stream. */
  StreamPosition then(StreamPosition piece) {
    return new StreamPosition(
        piece.lastEventId == null ? lastEventId : piece.lastEventId,
        piece.retryMillis == null ? retryMillis : piece.retryMillis);
  }

  /** Whether the server has said anything that a position shows. */
  boolean isMoved() {
    return lastEventId != null || retryMillis != null;
  }

  /** Whether it shows the same event. */
  boolean isAt(StreamPosition other) {
    return Objects.equals(lastEventId, other.lastEventId);
  }

  /** What to send as {@code Last-Event-ID}; {@code null} if there is nothing that can be sent. */
  @Nullable String resumeAfter() {
    String id = lastEventId;
    boolean sendable =
        id != null
            && !id.isEmpty()
            && id.equals(id.strip())
            && id.chars().allMatch(c -> c >= ' ' && c <= '~');
    return sendable ? id : null;
  }

  /** How long to wait from the end of the stream: within bounds, a second if nothing was said. */
  Duration retry() {
    if (retryMillis == null) {
      return DEFAULT_RETRY;
    }
    long bounded = Math.min(retryMillis, LONGEST_RETRY.toMillis());
    return Duration.ofMillis(Math.max(bounded, SHORTEST_RETRY.toMillis()));
  }
}
