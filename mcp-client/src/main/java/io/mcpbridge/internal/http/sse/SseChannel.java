package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.http.call.NoSession;
import io.mcpbridge.internal.http.call.PoolHandle;
import io.mcpbridge.internal.http.call.RequestFactory;
import io.mcpbridge.internal.http.call.RequestPermit;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session of HTTP+SSE: an event stream for the server's messages, opened on first use, and a
 * POST for each of the client's. The session ends with the stream.
 */
public final class SseChannel implements Channel {

  private static final Logger log = LoggerFactory.getLogger(SseChannel.class);

  private final RequestFactory stream;
  private final @Nullable Endpoint messageEndpoint;
  private final JsonReader reader;
  private final PoolHandle handle;
  private final ChannelListener listener;
  private final Correlator correlator;
  private final ReentrantLock opening = new ReentrantLock();
  private final CompletableFuture<McpException> end = new CompletableFuture<>();
  private volatile @Nullable RequestFactory messages;

  /**
   * @param stream creates requests to the stream's URL
   * @param messageEndpoint overrides the advertised endpoint; or {@code null}
   */
  public SseChannel(
      RequestFactory stream,
      @Nullable Endpoint messageEndpoint,
      JsonReader reader,
      PoolHandle handle,
      ChannelListener listener) {
    this.stream = stream;
    this.messageEndpoint = messageEndpoint;
    this.reader = reader;
    this.handle = handle;
    this.listener = listener;
    this.correlator = new Correlator(stream.endpoint().address(), listener);
  }

  @Override
  public Exchange exchange(Outbound request, Deadline deadline) {
    RequestFactory destination = destination(request, deadline);
    RequestPermit requestPermit = handle.requestPermit();
    requestPermit.take(request.subject(), deadline);
    boolean sent = false;
    Exchange answer = null;
    try {
      // Before it is sent: the response may arrive before the POST is acknowledged.
      answer = correlator.open(request, this::announce);
      HttpCall post = post(request, destination, requestPermit, deadline);
      post.send(deadline);
      sent = true;
      return new SseExchange(post, answer, requestPermit, deadline);
    } catch (McpConnectException | McpConnectionLostException broken) {
      throw orEndOfStream(broken, destination, request);
    } finally {
      if (!sent) {
        requestPermit.release();
        if (answer != null) {
          answer.close();
        }
      }
    }
  }

  @Override
  public void send(Outbound message, Deadline deadline) {
    RequestFactory destination = destination(message, deadline);
    try {
      post(message, destination, handle.requestPermit(), deadline).deliver(deadline);
    } catch (McpConnectException | McpConnectionLostException broken) {
      throw orEndOfStream(broken, destination, message);
    }
  }

  /**
   * The end of the stream cancels POSTs in flight, and is the better explanation of their failure.
   * The exception still says whether the message was sent: an unsent one may be retried on another
   * session.
   */
  private McpException orEndOfStream(
      McpException broken, RequestFactory destination, Outbound message) {
    McpException ended = end.getNow(null);
    if (ended == null) {
      return broken;
    }
    return broken instanceof McpConnectException
        ? errors(destination.endpoint(), message.subject(), "HttpSseTransport.messageEndpoint")
            .notSentAsEnded(ended)
        : ended.copyForCaller();
  }

  /** The endpoint for messages: known once the stream is open. */
  private RequestFactory destination(Outbound message, Deadline deadline) {
    RequestFactory destination = messages;
    if (destination != null) {
      return destination;
    }
    opening.lock();
    try {
      destination = messages;
      if (destination == null) {
        if (!isOpen()) {
          throw errors(stream.endpoint(), message.subject(), "url").notSentAsClosed();
        }
        destination = open(deadline);
        messages = destination;
      }
      return destination;
    } finally {
      opening.unlock();
    }
  }

  private RequestFactory open(Deadline deadline) {
    HttpErrors errors = errors(stream.endpoint(), SseSessionStream.SUBJECT, "url");
    HttpCall get =
        new HttpCall(
            handle,
            stream,
            errors,
            handle.requestPermit(),
            deadline,
            waitContext -> stream.get(null, Map.of(), NoSession.INSTANCE, waitContext));
    boolean opened = false;
    try {
      SseSessionStream events = SseSessionStream.open(get, reader, deadline);
      Endpoint postEndpoint = endpoint(events.endpoint(deadline));
      if (get.attempt().trace().isOn()) {
        get.attempt().trace().event("endpoint event: messages go to " + postEndpoint.address());
      }
      events.start(correlator, this::streamEnded);
      opened = true;
      return stream.withEndpoint(postEndpoint);
    } catch (McpException e) {
      end.complete(e);
      throw e;
    } finally {
      if (!opened) {
        get.attempt().release();
        end.complete(errors.notSentAsClosed());
      }
    }
  }

  private Endpoint endpoint(String advertised) {
    return messageEndpoint == null
        ? MessageEndpoint.of(stream.endpoint(), advertised)
        : MessageEndpoint.ofConfigured(messageEndpoint, stream.endpoint(), advertised);
  }

  private HttpCall post(
      Outbound message,
      RequestFactory destination,
      RequestPermit requestPermit,
      Deadline deadline) {
    byte[] body = message.message().toBytes();
    return new HttpCall(
        handle,
        destination,
        errors(destination.endpoint(), message.subject(), "HttpSseTransport.messageEndpoint"),
        requestPermit,
        deadline,
        waitContext -> destination.post(message, body, NoSession.INSTANCE, waitContext));
  }

  private HttpErrors errors(Endpoint endpoint, String subject, String setting) {
    return new HttpErrors(endpoint, handle.pool().connectTimeout(), subject, setting);
  }

  /** Sends a notification in the background. Asks for credentials on the calling thread. */
  private void announce(@Nullable Outbound notice) {
    RequestFactory destination = messages;
    if (notice != null && destination != null) {
      handle
          .cancellationSender()
          .send(
              notice.subject(),
              deadline -> post(notice, destination, handle.requestPermit(), deadline));
    }
  }

  /** The stream has ended; called on its reader thread. */
  private void streamEnded(McpException cause) {
    if (!end.complete(cause)) {
      return;
    }
    correlator.fail(cause);
    handle.refuseMore();
    handle.release();
    try {
      listener.onLost(cause);
    } catch (RuntimeException e) {
      log.warn("the end of a stream could not be delivered", e);
    }
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
    return !end.isDone();
  }

  @Override
  public void close() {
    McpException closed =
        new McpConnectionLostException(
            "the session with " + stream.endpoint().address() + " was closed by this application");
    if (end.complete(closed)) {
      correlator.fail(closed);
    }
    handle.refuseMore();
    handle.release();
  }
}
