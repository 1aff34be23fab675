package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Deadline;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * Resumes a response whose event stream ended too early (2025-03-26 to 2025-11-25, resumability and
 * redelivery). A server may disconnect on purpose, to hold no connection while it works. Runs on
 * the thread that waits for the response, within its deadline.
 */
final class StreamResumption {

  /** Resumption fails after this many consecutive attempts without a new event. */
  static final int MOST_IN_VAIN = 5;

  private final StreamableHttpChannel channel;
  private final HttpErrors errors;
  private final CancellableSequence step;
  private final ReconnectDelay reconnectDelay = new ReconnectDelay();
  private StreamPosition position = StreamPosition.START;
  private boolean advanced;

  /**
   * @param errors those of the request
   * @param step is canceled with the exchange
   */
  StreamResumption(StreamableHttpChannel channel, HttpErrors errors, CancellableSequence step) {
    this.channel = channel;
    this.errors = errors;
    this.step = step;
  }

  /** A message of the response arrived. */
  void heard() {
    advanced = true;
  }

  /**
   * Requests the continuation of the stream, after the server's reconnection time.
   *
   * @param cut how the stream ended
   * @return a GET that is being answered with the continuation
   * @throws McpConnectionLostException if there is no continuation; {@code cut} if the server sent
   *     nothing to resume from
   */
  HttpCall next(StreamPosition piece, McpConnectionLostException cut, Deadline deadline) {
    long cutAt = System.nanoTime();
    note(piece);
    if (position.resumeAfter() == null) {
      throw cut;
    }
    McpException last = cut;
    while (reconnectDelay.inVain() < MOST_IN_VAIN) {
      long pause = reconnectDelay.pauseNanos(position) - (System.nanoTime() - cutAt);
      step.enter(channel.handle().interruptibleDelay()).await(pause, deadline, errors);
      HttpCall get = step.enter(channel.get("the rest of " + errors.subject(), position, deadline));
      ClassicHttpResponse response = null;
      try {
        get.send(deadline);
        response = get.receive(deadline);
      } catch (McpConnectException | McpConnectionLostException e) {
        last = e;
      }
      if (response != null && isRest(response)) {
        return get;
      } else if (response != null) {
        last = temporary(get, response, deadline);
      }
      cutAt = System.nanoTime();
      reconnectDelay.fruitless();
    }
    throw errors.answerLost(MOST_IN_VAIN + " attempts to resume it failed", last);
  }

  private void note(StreamPosition piece) {
    StreamPosition before = position;
    position = before.then(piece);
    if (advanced || !position.isAt(before)) {
      reconnectDelay.fruitful();
    } else {
      reconnectDelay.fruitless();
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
      throw errors.answerLost("what came for the rest of it is no event stream", null);
    }
    ErrorStatusResponse errorStatusResponse = get.errorStatusResponse(response, deadline);
    McpException failure = get.failure(response, errorStatusResponse);
    if (channel.losesSession(get, errorStatusResponse)) {
      throw errors.answerLost("the server no longer knows the session", failure);
    }
    if (!errorStatusResponse.isTemporary()) {
      throw errors.answerLost("the rest of it was refused: " + failure.reason(), failure);
    }
    return failure;
  }
}
