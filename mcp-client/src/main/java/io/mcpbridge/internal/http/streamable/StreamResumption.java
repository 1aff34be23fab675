package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.http.call.CancellableSequence;
import io.mcpbridge.internal.http.call.ErrorStatusResponse;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.http.sse.HttpResponseParser;
import io.mcpbridge.internal.http.sse.ReconnectDelay;
import io.mcpbridge.internal.http.sse.StreamPosition;
import io.mcpbridge.transport.Deadline;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * Resumes a response whose event stream ended too early (2025-03-26 to 2025-11-25, resumability and
 * redelivery). A server may disconnect on purpose, to hold no connection while it works. Runs on
 * the thread that waits for the response, within its deadline.
 */
final class StreamResumption {

  /** Resumption fails after this many consecutive attempts without a new event. */
  static final int MAX_FAILURES = 5;

  private final StreamableHttpChannel channel;
  private final HttpErrors errors;
  private final Map<String, String> callHeaders;
  private final CancellableSequence step;
  private final ReconnectDelay reconnectDelay = new ReconnectDelay();
  private StreamPosition position = StreamPosition.START;
  private boolean advanced;

  /**
   * @param errors those of the request
   * @param callHeaders those of the request
   * @param step is canceled with the exchange
   */
  StreamResumption(
      StreamableHttpChannel channel,
      HttpErrors errors,
      Map<String, String> callHeaders,
      CancellableSequence step) {
    this.channel = channel;
    this.errors = errors;
    this.callHeaders = callHeaders;
    this.step = step;
  }

  /** A message of the response arrived. */
  void received() {
    advanced = true;
  }

  /**
   * Requests the continuation of the stream, after the server's reconnection time.
   *
   * @param cut how the stream ended
   * @return a GET that is being answered with the continuation
   * @throws McpConnectionLostException if there is no continuation; {@code cut} if the server sent
   *     nothing to resume from
   * @throws McpTimeoutException if the deadline passes
   * @throws McpCancelledException if the exchange is abandoned, or this thread interrupted
   */
  HttpCall next(StreamPosition piece, McpConnectionLostException cut, Deadline deadline) {
    long cutAt = System.nanoTime();
    advance(piece);
    if (position.resumeAfter() == null) {
      throw cut;
    }
    McpException last = cut;
    while (reconnectDelay.failures() < MAX_FAILURES) {
      long pause = reconnectDelay.delayNanos(position) - (System.nanoTime() - cutAt);
      step.enter(channel.handle().interruptibleDelay()).await(pause, deadline, errors);
      HttpCall get = null;
      ClassicHttpResponse response = null;
      try {
        get =
            step.enter(
                channel.get("the rest of " + errors.subject(), position, callHeaders, deadline));
        get.send(deadline);
        response = get.receive(deadline);
      } catch (McpConnectException | McpConnectionLostException e) {
        last = e;
      } catch (McpException e) {
        throw ended(e);
      }
      if (get != null && response != null) {
        if (isRest(response)) {
          return get;
        }
        last = temporary(get, response, deadline);
      }
      cutAt = System.nanoTime();
      reconnectDelay.failed();
    }
    throw errors.responseLost(MAX_FAILURES + " attempts to resume it failed", last);
  }

  /**
   * The failure of the request, because its continuation could not be requested, as without
   * credentials. Even if that was not sent, the request was.
   */
  private McpException ended(McpException failure) {
    return failure instanceof McpTimeoutException || failure instanceof McpCancelledException
        ? failure.withDelivery(Delivery.SENT)
        : errors.responseLost("it could not be resumed: " + failure.reason(), failure);
  }

  private void advance(StreamPosition piece) {
    StreamPosition before = position;
    position = before.then(piece);
    if (advanced || !position.isAt(before)) {
      reconnectDelay.succeeded();
    } else {
      reconnectDelay.failed();
    }
    advanced = false;
  }

  private static boolean isRest(ClassicHttpResponse response) {
    return response.getCode() / 100 == 2 && HttpResponseParser.isEventStream(response);
  }

  /** The failure, if the refusal may be temporary. */
  private McpException temporary(HttpCall get, ClassicHttpResponse response, Deadline deadline) {
    if (response.getCode() / 100 == 2) {
      get.attempt().release();
      throw errors.responseLost("the response to its resumption is not an event stream", null);
    }
    ErrorStatusResponse errorStatusResponse = get.errorStatusResponse(response, deadline);
    McpException failure = get.failure(response, errorStatusResponse);
    if (channel.losesSession(get, errorStatusResponse)) {
      throw errors.responseLost("the server no longer knows the session", failure);
    }
    if (!errorStatusResponse.isTemporary()) {
      throw errors.responseLost("its resumption was refused: " + failure.reason(), failure);
    }
    return failure;
  }
}
