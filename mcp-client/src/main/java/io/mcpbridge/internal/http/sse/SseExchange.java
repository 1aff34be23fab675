package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.RequestPermit;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that was POSTed, and its response on the stream. Most servers acknowledge the POST at
 * once; some only after the response, and send progress meanwhile. So this waits for the response
 * and polls the POST, which alone reports a refusal.
 */
final class SseExchange implements Exchange {

  private static final Logger log = LoggerFactory.getLogger(SseExchange.class);

  /** How long to wait for the acknowledgment before the response, and again after it. */
  private static final Timeout CONFIRMATION_TIMEOUT = Timeout.ofMilliseconds(20);

  /** The wait of one poll of the POST. */
  private static final Timeout CHECK_INTERVAL = Timeout.ofMilliseconds(1);

  private static final Duration INITIAL_DELAY = Duration.ofMillis(20);
  private static final Duration MAX_DELAY = Duration.ofSeconds(1);

  private final HttpCall post;
  private final Exchange answer;
  private final RequestPermit requestPermit;
  private final Deadline deadline;
  private boolean confirmed;
  private Duration checkDelay = INITIAL_DELAY;
  private @Nullable McpException unconfirmable;

  /**
   * @param post sent
   * @param requestPermit the request's permit
   * @param deadline of the whole exchange
   */
  SseExchange(HttpCall post, Exchange answer, RequestPermit requestPermit, Deadline deadline) {
    this.post = post;
    this.answer = answer;
    this.requestPermit = requestPermit;
    this.deadline = deadline;
  }

  @Override
  public JsonRpcMessage next(Deadline deadline) {
    try {
      return unconfirmedNext(deadline);
    } catch (McpConnectionLostException e) {
      return fromStream(e);
    }
  }

  /** Polls the POST until it is acknowledged; after that the stream delivers everything. */
  @Override
  public boolean whenReady(Runnable ready) {
    try {
      if (!isConfirmed(CHECK_INTERVAL, deadline)) {
        Future<?> unused = Timer.schedule(checkDelay, ready);
        checkDelay = increased(checkDelay);
      }
    } catch (McpException e) {
      unconfirmable = e; // next() reports the failure
      return false;
    }
    return answer.whenReady(ready);
  }

  /**
   * A message on the stream takes precedence over a broken POST, and so does the end of the stream.
   */
  private JsonRpcMessage fromStream(McpConnectionLostException broken) {
    try {
      return answer.next(Deadline.after(Duration.ZERO));
    } catch (McpTimeoutException nothingCame) {
      throw broken;
    }
  }

  private JsonRpcMessage unconfirmedNext(Deadline deadline) {
    Duration pause = INITIAL_DELAY;
    for (Timeout timeout = CONFIRMATION_TIMEOUT;
        !isConfirmed(timeout, deadline);
        timeout = CHECK_INTERVAL) {
      Deadline nextCheck = Deadline.after(pause);
      try {
        return settleIfResponse(answer.next(nextCheck.orEarlier(deadline)));
      } catch (McpTimeoutException notYet) {
        if (deadline.hasPassed()) {
          break;
        }
        pause = increased(pause);
      }
    }
    return answer.next(deadline);
  }

  private static Duration increased(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(MAX_DELAY) < 0 ? twice : MAX_DELAY;
  }

  private JsonRpcMessage settleIfResponse(JsonRpcMessage message) {
    if (message instanceof JsonRpcResponse) {
      settle();
    }
    return message;
  }

  /** The response was read; keeps the connection if the acknowledgment is about to arrive. */
  private void settle() {
    Deadline deadline = Deadline.after(CONFIRMATION_TIMEOUT.toDuration());
    try {
      isConfirmed(CONFIRMATION_TIMEOUT, deadline);
    } catch (McpException e) {
      log.debug("answered, but not confirmed: {}", e.reason());
    }
  }

  /**
   * Whether the server has acknowledged the request.
   *
   * @throws McpException if it has refused it
   */
  private boolean isConfirmed(Timeout timeout, Deadline deadline) {
    if (unconfirmable != null) {
      throw unconfirmable;
    }
    if (!confirmed && post.attempt().isAnswered(timeout, deadline)) {
      post.awaitConfirmation(deadline);
      confirmed = true;
    }
    return confirmed;
  }

  @Override
  public void abandon(@Nullable Outbound notice) {
    post.cancel(HttpAttempt.State.ABANDONED);
    answer.abandon(notice);
  }

  @Override
  public void close() {
    answer.close();
    post.attempt().release();
    requestPermit.release();
  }
}
