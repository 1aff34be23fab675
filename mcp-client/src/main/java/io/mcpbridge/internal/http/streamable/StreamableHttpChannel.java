package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.internal.http.call.ErrorStatusResponse;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.http.call.PoolHandle;
import io.mcpbridge.internal.http.call.RequestFactory;
import io.mcpbridge.internal.http.call.RequestPermit;
import io.mcpbridge.internal.http.call.Session;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.sse.StreamPosition;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streamable HTTP: every message is a separate POST to the one URL; in a session, messages that the
 * server sends on its own arrive on a GET stream.
 */
public final class StreamableHttpChannel implements Channel {

  private static final Logger log = LoggerFactory.getLogger(StreamableHttpChannel.class);

  private final Endpoint endpoint;
  private final RequestFactory requests;
  private final JsonReader reader;
  private final PoolHandle handle;
  private final ChannelListener listener;
  private final SessionTermination sessionTermination;
  private volatile Session session;
  private final AtomicReference<@Nullable StandaloneStream> stream = new AtomicReference<>();
  private final InterruptedStreams interruptedStreams = new InterruptedStreams();
  private final AtomicBoolean sessionLost = new AtomicBoolean();

  public StreamableHttpChannel(
      Endpoint endpoint,
      RequestFactory requests,
      JsonReader reader,
      PoolHandle handle,
      ChannelListener listener,
      ChannelMode mode) {
    this.endpoint = endpoint;
    this.requests = requests;
    this.reader = reader;
    this.handle = handle;
    this.listener = listener;
    this.sessionTermination =
        new SessionTermination(handle, requests, errors("DELETE of the session"));
    this.session = sessionTermination.from(mode);
  }

  @Override
  public Exchange exchange(Outbound message, Deadline deadline) {
    if (!(message.message() instanceof JsonRpcRequest request)) {
      throw new IllegalArgumentException("only a request is answered, not " + message.subject());
    }
    awaitStream(deadline);
    if (!isOpen() || !handle.hold()) {
      throw closed(message);
    }
    RequestPermit requestPermit = handle.requestPermit();
    Exchange exchange = null;
    try {
      requestPermit.take(message.subject(), deadline);
      StreamableHttpPost post = new StreamableHttpPost(this, message, requestPermit, deadline);
      post.send(deadline);
      exchange = new StreamableHttpExchange(this, request, post, requestPermit);
      return exchange;
    } finally {
      if (exchange == null) {
        requestPermit.release();
        handle.releaseHold();
      }
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    if (!handle.hold()) {
      throw closed(message);
    }
    try {
      new StreamableHttpPost(this, message, handle.requestPermit(), deadline).deliver(deadline);
    } finally {
      handle.releaseHold();
    }
    if (session.isOpenedBy(message)) {
      listen();
    }
  }

  @Override
  public @Nullable Object principal() {
    return requests.principal();
  }

  @Override
  public void awaitStream(Deadline deadline) {
    StandaloneStream listening = stream.get();
    if (listening != null) {
      listening.awaitHead(deadline);
    }
  }

  private void listen() {
    StandaloneStream opened = new StandaloneStream(this, listener);
    if (stream.compareAndSet(null, opened)) {
      opened.start();
    }
  }

  /** Sends a notification in the background. Asks for credentials on the calling thread. */
  void announce(Outbound notice) {
    handle
        .cancellationSender()
        .send(
            notice.subject(),
            deadline -> new StreamableHttpPost(this, notice, handle.requestPermit(), deadline));
  }

  /** Starts a new session; the previous one, if any, ends with the channel. */
  @Override
  public void speak(ChannelMode mode) {
    session = sessionTermination.from(mode);
  }

  @Override
  public boolean hasStreamPerRequest() {
    return true;
  }

  @Override
  public ChannelListener listener() {
    return listener;
  }

  @Override
  public boolean mayReachAnotherServer() {
    return true;
  }

  @Override
  public @Nullable String sessionId() {
    return session.id();
  }

  @Override
  public String networkProtocolVersion() {
    return RequestFactory.HTTP_VERSION;
  }

  @Override
  public boolean carriesHeaders() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return handle.isOpen();
  }

  @Override
  public void retire() {
    handle.retire(sessionTermination::begin);
    stopListening();
  }

  private void stopListening() {
    StandaloneStream listening = stream.get();
    if (listening != null) {
      listening.end();
    }
  }

  /**
   * Marks the session as lost if the refusal of a GET means that.
   *
   * @return whether it means that
   */
  boolean losesSession(HttpCall get, ErrorStatusResponse errorStatusResponse) {
    ClassicHttpRequest refused = get.attempt().request();
    Session current = session;
    if (!current.isLost(refused, errorStatusResponse)) {
      return false;
    }
    current.markLost(refused);
    McpSessionLostException cause =
        new McpSessionLostException(
            "the server no longer knows the session; the request for "
                + get.errors().operation()
                + " was answered with HTTP status "
                + errorStatusResponse.status());
    if (sessionLost.compareAndSet(false, true)) {
      retire();
      try {
        listener.onLost(cause);
      } catch (RuntimeException e) {
        log.warn("the loss of a session could not be delivered", e);
      }
    }
    return true;
  }

  @Override
  public void close() {
    handle.refuseMore();
    sessionTermination.complete();
    stopListening();
  }

  private McpException closed(Outbound message) {
    return errors(message.subject()).notSentAsClosed();
  }

  PoolHandle handle() {
    return handle;
  }

  /**
   * A GET of a stream, not sent yet; asks for credentials on this thread.
   *
   * @param callHeaders those of the call whose response is continued
   * @param deadline the deadline for credentials
   */
  HttpCall get(
      String subject, StreamPosition from, Map<String, String> callHeaders, Deadline deadline) {
    return new HttpCall(
        handle,
        requests,
        errors(subject),
        handle.requestPermit(),
        deadline,
        waitContext -> requests.get(from.resumeAfter(), callHeaders, session, waitContext));
  }

  HttpErrors errors(String subject) {
    return new HttpErrors(endpoint, handle.pool().connectTimeout(), subject, "url");
  }

  RequestFactory requests() {
    return requests;
  }

  Session session() {
    return session;
  }

  JsonReader reader() {
    return reader;
  }

  /** The exchanges that wait for the rest of an interrupted response. */
  InterruptedStreams interruptedStreams() {
    return interruptedStreams;
  }
}
