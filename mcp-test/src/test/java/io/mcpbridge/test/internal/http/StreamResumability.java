package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.HttpEndpoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a client may resume a broken stream (2025-03-26 to 2025-11-25, Streamable HTTP, resumability
 * and redelivery): every event has an id, and a GET with {@code Last-Event-ID} gets the rest.
 * Immutable.
 *
 * <pre>{@code
 * StreamResumability.standard().retryingAfter(Duration.ofMillis(50)).applyTo(server.http());
 * server.injectNext("tools/call", ProtocolFaults.cutBeforeResponse());
 * }</pre>
 */
public final class StreamResumability {

  private final boolean primed;
  private final @Nullable String retry;
  private final @Nullable Integer refusal;
  private final boolean replays;

  private StreamResumability(
      boolean primed, @Nullable String retry, @Nullable Integer refusal, boolean replays) {
    this.primed = primed;
    this.retry = retry;
    this.refusal = refusal;
    this.replays = replays;
  }

  /** Each stream starts with a priming event; no event expires. */
  public static StreamResumability standard() {
    return new StreamResumability(true, null, null, true);
  }

  /** Streams start with their first message, as before 2025-11-25. */
  public StreamResumability withoutPriming() {
    return new StreamResumability(false, retry, refusal, replays);
  }

  /** Sends this reconnection time; an earlier reconnect is a violation. */
  public StreamResumability retryingAfter(Duration delay) {
    return retrying(String.valueOf(delay.toMillis()));
  }

  /** Sends {@code retry:} with this text, a valid number of milliseconds or not. */
  public StreamResumability retrying(String millis) {
    return new StreamResumability(primed, millis, refusal, replays);
  }

  /** Refuses resumption with this HTTP status, as if the event had expired. */
  public StreamResumability refusing(int httpStatus) {
    return new StreamResumability(primed, retry, httpStatus, replays);
  }

  /** Resumes with an empty stream, as if the event had expired. */
  public StreamResumability replayingNothing() {
    return new StreamResumability(primed, retry, refusal, false);
  }

  /**
   * Lets clients resume the streams of an endpoint, those of GET and those of POST, if they are
   * opened from now on and the revision supports it.
   */
  public void applyTo(HttpEndpoint endpoint) {
    StreamableHttpEndpoint streamable = (StreamableHttpEndpoint) endpoint;
    streamable.httpStreams(new ResumableHttpStreams(streamable, this));
  }

  /** Whether streams start with a priming event. */
  public boolean primes() {
    return primed;
  }

  /** The text of {@code retry:}; {@code null} for none. */
  public @Nullable String retry() {
    return retry;
  }

  /** The HTTP status of refusals; {@code null} if resumption is not refused. */
  public @Nullable Integer refusal() {
    return refusal;
  }

  /** Whether events are sent again. */
  public boolean replays() {
    return replays;
  }
}
