package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.thread.DaemonThreads;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event stream that a session of HTTP+SSE is (2024-11-05): begun on the thread that needs it,
 * then read by a daemon thread of its own for as long as it lasts.
 */
final class SseStream {

  static final String THREAD_NAME = "mcp-http-sse";

  /** The event that says where messages go. */
  static final String ENDPOINT = "endpoint";

  /** What the request is called in messages. */
  static final String SUBJECT = "the event stream";

  private static final Logger LOG = LoggerFactory.getLogger(SseStream.class);

  private final HttpCall get;
  private final SseMessages messages;

  private SseStream(HttpCall get, SseMessages messages) {
    this.get = get;
    this.messages = messages;
  }

  /**
   * Asks for the stream.
   *
   * @param get not sent yet
   * @throws McpException if there is none
   */
  static SseStream open(HttpCall get, JsonReader reader, Deadline deadline) {
    boolean opened = false;
    try {
      get.send(deadline);
      ClassicHttpResponse response = get.receive(deadline);
      if (response.getCode() / 100 != 2) {
        throw get.failure(response, get.refusal(response, deadline));
      }
      if (!HttpAnswers.isEventStream(response)) {
        throw get.errors()
            .notProtocol("HTTP status " + response.getCode() + " and no event stream");
      }
      opened = true;
      return new SseStream(get, new SseMessages(get.attempt().body(), reader, get.errors()));
    } finally {
      if (!opened) {
        get.attempt().release();
      }
    }
  }

  /**
   * Waits for the event that says where messages go.
   *
   * @throws McpException if it does not come; the stream is closed then
   */
  String endpoint(Deadline deadline) {
    try {
      return get.attempt().run(deadline, messages::endpoint);
    } catch (McpTimeoutException e) {
      throw new McpTimeoutException(
          "no endpoint event came on "
              + get.errors().what()
              + " within "
              + deadline.described()
              + ": is it a server of HTTP+SSE?",
          e);
    }
  }

  /** Begins to hand over messages; the end of the stream comes last. */
  void start(Correlator correlator, Consumer<McpException> onEnd) {
    DaemonThreads.named(THREAD_NAME, () -> onEnd.accept(read(correlator))).start();
  }

  private McpException read(Correlator correlator) {
    try {
      get.attempt()
          .run(
              () -> {
                messages.handOverTo(correlator);
                return true;
              });
      return new McpConnectionLostException(
          "the server ended " + get.errors().what() + ", and with it the session");
    } catch (McpException cut) {
      return new McpConnectionLostException(cut.reason() + "; the session ended with it", cut);
    } catch (RuntimeException | Error e) {
      LOG.error("the reader of {} failed", get.errors().what(), e);
      return new McpConnectionLostException("the reader of " + get.errors().what() + " failed", e);
    } finally {
      get.attempt().release();
    }
  }

  /** Closes the stream, and so ends its thread. */
  void end(HttpAttempt.State why) {
    get.breakOff(why);
  }
}
