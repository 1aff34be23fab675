package io.mcpbridge.test;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a client may take up a stream again that broke (2025-03-26 to 2025-11-25, Streamable HTTP,
 * resumability and redelivery): every event has an id, and a GET with {@code Last-Event-ID} gets
 * the rest. For {@link HttpDoor#resumable}. Immutable.
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

  /** Each stream begins with an event that has an id and no data; nothing is ever forgotten. */
  public static Resumption standard() {
    return new Resumption(true, null, null, true);
  }

  /** Streams begin with their first message, as before 2025-11-25. */
  public Resumption withoutPriming() {
    return new Resumption(false, retry, refusal, replays);
  }

  /** Each stream says to come back no sooner than this; who does all the same is a violation. */
  public Resumption retryingAfter(Duration wait) {
    return retrying(String.valueOf(wait.toMillis()));
  }

  /** Each stream says {@code retry:} with this text, be it a number of milliseconds or not. */
  public Resumption retrying(String millis) {
    return new Resumption(primed, millis, refusal, replays);
  }

  /** Who comes back gets this HTTP status: the server has forgotten the event. */
  public Resumption refusing(int httpStatus) {
    return new Resumption(primed, retry, httpStatus, replays);
  }

  /** Who comes back gets a stream that ends without a word: the server has forgotten the event. */
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

  /** What a client has to wait, in milliseconds; 0 if that was not said or makes no sense. */
  long retryMillis() {
    return retry != null && retry.matches("\\d{1,6}") ? Long.parseLong(retry) : 0;
  }
}
