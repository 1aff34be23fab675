package io.mcpbridge.test;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a client may resume a broken stream (2025-03-26 to 2025-11-25, Streamable HTTP, resumability
 * and redelivery): every event has an id, and a GET with {@code Last-Event-ID} gets the rest. For
 * {@link HttpDoor#resumable}. Immutable.
 *
 * <pre>{@code
 * server.http().resumable(Resumption.standard().retryingAfter(Duration.ofMillis(50)));
 * server.nextAnswer("tools/call", Misbehaviours.cutBeforeResponse());
 * }</pre>
 */
public final class Resumption {

  private final boolean primed;
  private final @Nullable String retry;
  private final @Nullable Integer refusal;
  private final boolean replays;

  private Resumption(
      boolean primed, @Nullable String retry, @Nullable Integer refusal, boolean replays) {
    this.primed = primed;
    this.retry = retry;
    this.refusal = refusal;
    this.replays = replays;
  }

  /** Each stream starts with a priming event; no event expires. */
  public static Resumption standard() {
    return new Resumption(true, null, null, true);
  }

  /** Streams start with their first message, as before 2025-11-25. */
  public Resumption withoutPriming() {
    return new Resumption(false, retry, refusal, replays);
  }

  /** Sends this reconnection time; an earlier reconnect is a violation. */
  public Resumption retryingAfter(Duration wait) {
    return retrying(String.valueOf(wait.toMillis()));
  }

  /** Sends {@code retry:} with this text, a valid number of milliseconds or not. */
  public Resumption retrying(String millis) {
    return new Resumption(primed, millis, refusal, replays);
  }

  /** Refuses resumption with this HTTP status, as if the event had expired. */
  public Resumption refusing(int httpStatus) {
    return new Resumption(primed, retry, httpStatus, replays);
  }

  /** Resumes with an empty stream, as if the event had expired. */
  public Resumption replayingNothing() {
    return new Resumption(primed, retry, refusal, false);
  }

  void open(EventStream stream, EventIds ids) {
    if (primed) {
      stream.prime(ids.next(), retry);
    } else if (retry != null) {
      stream.retry(retry);
    }
  }

  @Nullable Integer refusal() {
    return refusal;
  }

  boolean replays() {
    return replays;
  }

  /** The reconnection time, in milliseconds; 0 if absent or invalid. */
  long retryMillis() {
    return retry != null && retry.matches("\\d{1,6}") ? Long.parseLong(retry) : 0;
  }
}
