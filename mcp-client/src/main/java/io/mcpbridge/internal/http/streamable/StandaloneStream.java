package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.internal.http.call.CancellableSequence;
import io.mcpbridge.internal.http.call.ErrorStatusResponse;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.sse.EventStreamResponseMessages;
import io.mcpbridge.internal.http.sse.HttpResponseParser;
import io.mcpbridge.internal.http.sse.ReconnectDelay;
import io.mcpbridge.internal.http.sse.StreamPosition;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The GET stream for messages that the server of a session sends on its own (2025-03-26 to
 * 2025-11-25, listening for messages from the server): open as long as the session, read by a
 * daemon thread. It reconnects after each disconnect; servers need not offer one.
 */
final class StandaloneStream {

  static final String THREAD_NAME = "mcp-http-stream";

  /**
   * How long requests wait for the response headers. Messages sent while no stream is open are
   * lost, so the stream should be open before the server has one to send; but some servers send the
   * headers only with the first event.
   */
  static final Duration HEADERS_TIMEOUT = Duration.ofMillis(250);

  private static final Logger log = LoggerFactory.getLogger(StandaloneStream.class);

  private static final String SUBJECT = "the event stream";

  /** For everything except the wait for the response and its events. */
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(30);

  private final StreamableHttpChannel channel;
  private final ChannelListener listener;
  private final Deadline headBy = Deadline.after(HEADERS_TIMEOUT);
  private final CountDownLatch headReceived = new CountDownLatch(1);
  private final CancellableSequence step = new CancellableSequence();
  private final ReconnectDelay reconnectDelay = new ReconnectDelay();
  private StreamPosition position = StreamPosition.START;
  private boolean wasOpen;
  private boolean unusableMessagesLogged;

  StandaloneStream(StreamableHttpChannel channel, ChannelListener listener) {
    this.channel = channel;
    this.listener = listener;
  }

  /** Starts in the background; asks for the first request's credentials on this thread. */
  void start() {
    HttpCall first;
    try {
      first = request();
    } catch (McpException e) {
      log.debug("no GET stream was requested: {}", e.reason());
      headReceived.countDown();
      return;
    }
    Thread thread = DaemonThreads.named(THREAD_NAME, () -> run(() -> first));
    // further requests ask the application for credentials
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
  }

  /** Waits for a limited time until the server has accepted or refused the stream. */
  void awaitHead(Deadline deadline) {
    if (headReceived.getCount() == 0) {
      return;
    }
    try {
      long maxWait = headBy.orEarlier(deadline).remainingNanos();
      headReceived.await(Math.max(maxWait, 0), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the next send reports the interrupt
    }
  }

  /** Ends the stream and its thread without waiting. */
  void end() {
    step.cancel(HttpAttempt.State.CLOSED);
  }

  private HttpCall request() {
    return step.enter(channel.get(SUBJECT, position, Map.of(), Deadline.after(SEND_TIMEOUT)));
  }

  private void run(Supplier<HttpCall> first) {
    try {
      for (boolean again = listen(first); again; again = listen(this::request)) {
        step.enter(channel.handle().interruptibleDelay())
            .await(reconnectDelay.delayNanos(position), Deadline.never(), channel.errors(SUBJECT));
      }
    } catch (McpException e) {
      log.debug("the stream ended: {}", e.reason());
    } catch (RuntimeException e) {
      log.warn("the stream reader failed", e);
    } finally {
      headReceived.countDown();
    }
  }

  /** Handles one request to its end; returns whether to send another. */
  private boolean listen(Supplier<HttpCall> request) {
    reconnectDelay.failed();
    HttpCall call = null;
    try {
      call = request.get();
      call.send(Deadline.after(SEND_TIMEOUT));
      ClassicHttpResponse response = call.receiveAtLast(Deadline.after(SEND_TIMEOUT));
      if (response.getCode() / 100 != 2) {
        return isWorthAsking(call, response);
      }
      if (!HttpResponseParser.isEventStream(response)) {
        log.debug("{} was not answered with an event stream", call.errors().operation());
        return false;
      }
      wasOpen = true;
      headReceived.countDown();
      read(call);
    } catch (McpHttpStatusException refused) {
      if (!wasOpen || refused.status() != 401) {
        throw refused;
      }
      log.debug("reopening once a call may have other credentials: {}", refused.reason());
    } catch (McpException cut) {
      log.debug("reopening soon: {}", cut.reason());
    } finally {
      if (call != null) {
        call.attempt().release();
      }
      headReceived.countDown();
    }
    return !step.isBrokenOff() && channel.isOpen();
  }

  /**
   * Interprets a refusal. A server without a stream may refuse with any status, even in a new
   * session: many route only POST. After an open stream, a 404 means that the session ended.
   */
  private boolean isWorthAsking(HttpCall call, ClassicHttpResponse response) {
    ErrorStatusResponse errorStatusResponse =
        call.errorStatusResponse(response, Deadline.after(SEND_TIMEOUT));
    if (wasOpen && channel.losesSession(call, errorStatusResponse)) {
      return false;
    }
    log.debug(
        "{} was refused with HTTP status {}",
        call.errors().operation(),
        errorStatusResponse.status());
    return wasOpen && errorStatusResponse.isTemporary();
  }

  private void read(HttpCall call) {
    EventStreamResponseMessages answer =
        new EventStreamResponseMessages(channel.reader(), call.attempt());
    long since = System.nanoTime();
    try {
      call.attempt().run(() -> handOverAll(answer));
    } finally {
      boolean wasStable = System.nanoTime() - since > ReconnectDelay.MAX_DELAY.toNanos();
      if (wasStable || answer.position().isMoved()) {
        reconnectDelay.succeeded();
      }
      position = position.then(answer.position());
    }
  }

  private boolean handOverAll(EventStreamResponseMessages answer) throws IOException {
    JsonRpcMessage message;
    while ((message = next(answer)) != null) {
      reconnectDelay.succeeded();
      handOver(message);
    }
    return true;
  }

  /** Skips unusable messages: no call is waiting for them, and more may follow. */
  private @Nullable JsonRpcMessage next(EventStreamResponseMessages answer) throws IOException {
    while (true) {
      try {
        return answer.next();
      } catch (JsonException e) {
        log.atLevel(unusableMessagesLogged ? Level.DEBUG : Level.WARN)
            .log("{} contains an invalid message: {}", SUBJECT, e.getMessage());
        unusableMessagesLogged = true;
      }
    }
  }

  private void handOver(JsonRpcMessage message) {
    if (message instanceof JsonRpcResponse response) {
      if (!channel.interruptedStreams().take(response)) {
        log.debug(
            "ignoring the response with unknown id {}",
            ServerText.line(String.valueOf(response.id())));
      }
      return;
    }
    try {
      listener.onMessage(message);
    } catch (RuntimeException | Error e) {
      log.warn("a message could not be delivered", e);
    }
  }
}
