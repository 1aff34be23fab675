package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Deadline;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * Gets the rest of an answer whose event stream ended before the response (2025-03-26 to
 * 2025-11-25, resumability and redelivery). A server may cut it on purpose, to hold no connection
 * while it works. Everything happens on the thread that waits for the answer, within its deadline.
 */
final class Resumption {

  /** After so many attempts in a row that brought no new event the answer is given up. */
  static final int MOST_IN_VAIN = 5;

  private final StreamableHttpChannel channel;
  private final HttpErrors errors;
  private final CurrentStep step;
  private final Reconnects reconnects = new Reconnects();
  private StreamPosition position = StreamPosition.START;
  private boolean advanced;

  /**
   * @param errors those of the request
   * @param step what is broken off with the exchange
   */
  Resumption(StreamableHttpChannel channel, HttpErrors errors, CurrentStep step) {
    this.channel = channel;
    this.errors = errors;
    this.step = step;
  }

  /** A message of the answer arrived. */
  void heard() {
    advanced = true;
  }

  /**
   * Asks for what follows a piece of the stream, once the server wants to be asked.
   *
   * @param cut how the piece ended
   * @return a GET that is being answered with the next piece
   * @throws McpConnectionLostException if it cannot be had; {@code cut} if the server gave nothing
   *     to resume from
   */
  HttpCall next(StreamPosition piece, McpConnectionLostException cut, Deadline deadline) {
    long cutAt = System.nanoTime();
    note(piece);
    if (position.resumeAfter() == null) {
      throw cut;
    }
    McpException last = cut;
    while (reconnects.inVain() < MOST_IN_VAIN) {
      long pause = reconnects.pauseNanos(position) - (System.nanoTime() - cutAt);
      step.enter(channel.handle().pause()).await(pause, deadline, errors);
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
      reconnects.fruitless();
    }
    throw errors.answerLost(MOST_IN_VAIN + " attempts to get the rest of it were in vain", last);
  }

  private void note(StreamPosition piece) {
    StreamPosition before = position;
    position = before.then(piece);
    if (advanced || !position.isAt(before)) {
      reconnects.fruitful();
    } else {
      reconnects.fruitless();
    }
    advanced = false;
  }

  private static boolean isRest(ClassicHttpResponse response) {
    return response.getCode() / 100 == 2 && HttpAnswers.isEventStream(response);
  }

  /** A refusal that may not be the last word. */
  private McpException temporary(HttpCall get, ClassicHttpResponse response, Deadline deadline) {
    if (response.getCode() / 100 == 2) {
      get.attempt().release();
      throw errors.answerLost("what came for the rest of it is no event stream", null);
    }
    Refusal refusal = get.refusal(response, deadline);
    McpException failure = get.failure(response, refusal);
    if (channel.losesSession(get, refusal)) {
      throw errors.answerLost("the server no longer knows the session", failure);
    }
    if (!refusal.isTemporary()) {
      throw errors.answerLost("the rest of it was refused: " + failure.reason(), failure);
    }
    return failure;
  }
}
