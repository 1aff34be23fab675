package io.mcpbridge.internal.http.sse;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The position in an event stream, and the server's reconnection time (2025-11-25, resumability and
 * redelivery).
 *
 * @param lastEventId the last event id; empty if the server reset it
 * @param retryMillis the server's value, unchecked
 */
public record StreamPosition(@Nullable String lastEventId, @Nullable Long retryMillis) {

  /** Before the first event. */
  public static final StreamPosition START = new StreamPosition(null, null);

  private static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);
  private static final Duration MIN_RETRY = Duration.ofMillis(100);
  private static final Duration MAX_RETRY = Duration.ofMinutes(5);

  /** The position after the next part of the same stream. */
  public StreamPosition then(StreamPosition piece) {
    return new StreamPosition(
        piece.lastEventId == null ? lastEventId : piece.lastEventId,
        piece.retryMillis == null ? retryMillis : piece.retryMillis);
  }

  /** Whether the server has sent an id or a reconnection time. */
  public boolean isMoved() {
    return lastEventId != null || retryMillis != null;
  }

  /** Whether both have the same event id. */
  public boolean isAt(StreamPosition position) {
    return Objects.equals(lastEventId, position.lastEventId);
  }

  /** The value for {@code Last-Event-ID}; {@code null} if there is none that can be sent. */
  public @Nullable String resumeAfter() {
    String id = lastEventId;
    boolean sendable =
        id != null
            && !id.isEmpty()
            && id.equals(id.strip())
            && id.chars().allMatch(c -> c >= ' ' && c <= '~');
    return sendable ? id : null;
  }

  /** The pause after the end of the stream: the server's value within bounds, else a second. */
  Duration retry() {
    if (retryMillis == null) {
      return DEFAULT_RETRY;
    }
    long bounded = Math.min(retryMillis, MAX_RETRY.toMillis());
    return Duration.ofMillis(Math.max(bounded, MIN_RETRY.toMillis()));
  }
}
