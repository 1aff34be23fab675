package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.internal.http.call.ErrorStatusResponse;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event stream of an HTTP+SSE session (2024-11-05): opened on the thread that needs it, then
 * read by a daemon thread.
 */
final class SseSessionStream {

  static final String THREAD_NAME = "mcp-http-sse";

  /** The event that advertises the endpoint for messages. */
  static final String ENDPOINT = "endpoint";

  /** The name of the request in messages. */
  static final String SUBJECT = "the event stream";

  private static final Logger log = LoggerFactory.getLogger(SseSessionStream.class);

  private final HttpCall get;
  private final SseMessages messages;

  private SseSessionStream(HttpCall get, SseMessages messages) {
    this.get = get;
    this.messages = messages;
  }

  /**
   * Opens the stream.
   *
   * @param get not sent yet
   * @throws McpException if there is none
   */
  static SseSessionStream open(HttpCall get, JsonReader reader, Deadline deadline) {
    boolean opened = false;
    try {
      get.send(deadline);
      ClassicHttpResponse response = get.receive(deadline);
      if (response.getCode() / 100 != 2) {
        ErrorStatusResponse refusal = get.errorStatusResponse(response, deadline);
        throw isOfStreamableHttp(refusal)
            ? refusedStream(get, refusal.status())
            : get.failure(response, refusal);
      }
      if (!HttpResponseParser.isEventStream(response)) {
        throw get.errors()
            .notProtocol("HTTP status " + response.getCode() + " and no event stream");
      }
      opened = true;
      return new SseSessionStream(get, new SseMessages(get.attempt(), reader, get.errors()));
    } finally {
      if (!opened) {
        get.attempt().release();
      }
    }
  }

  /**
   * Servers of Streamable HTTP refuse a GET with 405 (2025-11-25, transports, listening), or with
   * 400 because it names no session.
   */
  private static boolean isOfStreamableHttp(ErrorStatusResponse refusal) {
    return refusal.status() == HttpStatus.SC_METHOD_NOT_ALLOWED
        || refusal.status() == HttpStatus.SC_BAD_REQUEST
            && refusal.body().toLowerCase(Locale.ROOT).contains("session");
  }

  private static McpException refusedStream(HttpCall get, int status) {
    return new McpHttpStatusException(
            get.errors().operation()
                + " was answered with HTTP status "
                + status
                + ": the server opens no event stream, as is usual with Streamable HTTP;"
                + " for that, set type to http (setting: transport)",
            status,
            null,
            null)
        .withSetting("transport");
  }

  /**
   * Waits for the event that advertises the endpoint.
   *
   * @throws McpException if it does not arrive; the stream is closed then
   */
  String endpoint(Deadline deadline) {
    try {
      return get.attempt().run(deadline, messages::endpoint);
    } catch (McpTimeoutException e) {
      throw new McpTimeoutException(
          "no endpoint event came on "
              + get.errors().operation()
              + " within "
              + deadline.described()
              + ": is it an HTTP+SSE server?",
          e);
    }
  }

  /** Starts to deliver messages; calls {@code onEnd} last. */
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
          "the server ended " + get.errors().operation() + ", and with it the session");
    } catch (McpException cut) {
      return new McpConnectionLostException(cut.reason() + "; the session ended with it", cut);
    } catch (RuntimeException | Error e) {
      log.error("the reader of {} failed", get.errors().operation(), e);
      return new McpConnectionLostException(
          "the reader of " + get.errors().operation() + " failed", e);
    } finally {
      get.attempt().release();
    }
  }
}
