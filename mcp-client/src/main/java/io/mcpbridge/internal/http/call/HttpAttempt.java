package io.mcpbridge.internal.http.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.connection.ClientConnection;
import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.internal.http.connection.KeepAlive;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.ServerTrace;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request on one connection. Used by one thread, except {@link #cancel}, which any thread
 * may call: a single transition from {@link State#OPEN} decides whether the connection returns to
 * the pool or is closed, so it is never closed under its next user.
 */
public final class HttpAttempt implements Cancellable {

  /** The state; every state but the first is final. */
  public enum State {
    OPEN,
    RELEASED,
    TIMED_OUT,
    INTERRUPTED,
    ABANDONED,
    CLOSED
  }

  /** An operation that blocks on the connection. */
  public interface Blocking<T> {
    T run() throws IOException, HttpException;
  }

  /** How long to wait for the end of the body after the JSON-RPC response. */
  private static final Timeout END_OF_BODY_TIMEOUT = Timeout.ofMilliseconds(5);

  private static final Timeout ERROR_BODY_TIMEOUT = Timeout.ofSeconds(2);
  private static final HttpContext CONTEXT = HttpCoreContext.create();

  private final ConnectionPool pool;
  private final HttpErrors errors;
  private final ClassicHttpRequest request;
  private final Set<Cancellable> live;
  private final ServerTrace trace;
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private volatile @Nullable ClientConnection lease;
  private @Nullable ClientConnection connection;
  private TimeValue keepAlive = TimeValue.ZERO_MILLISECONDS;
  private boolean reusable;
  private volatile boolean tracedStream;
  private volatile boolean outOfStep;
  private ResponseBody body = ResponseBody.NONE;

  /**
   * @param live the set that lists this attempt while it may hold a connection
   */
  HttpAttempt(
      ConnectionPool pool,
      HttpErrors errors,
      ClassicHttpRequest request,
      Set<Cancellable> live,
      ServerTrace trace) {
    this.pool = pool;
    this.errors = errors;
    this.request = request;
    this.live = live;
    this.trace = trace;
    live.add(this);
  }

  public ClassicHttpRequest request() {
    return request;
  }

  public ResponseBody body() {
    return body;
  }

  /** Connects if needed and writes the whole request. */
  public void send(Deadline deadline) {
    run(
        deadline,
        () -> {
          ClientConnection leased = pool.lease(errors.endpoint());
          lease = leased;
          requireOpen(deadline); // a cancel before this line saw no lease to close
          if (!leased.isOpen()) {
            pool.connect(leased, errors.endpoint(), deadline);
          }
          pool.address(leased, request, errors.endpoint());
          write(leased);
          return true;
        });
  }

  /**
   * An interrupt closes the socket, whether or not the request was written by then. The request
   * counts as sent, and waiting for the response reports the interrupt: only a caller in that state
   * can cancel the request at the server.
   */
  private void write(ClientConnection to) throws IOException, HttpException {
    connection = to;
    if (trace.isOn()) {
      HttpTrace.sent(trace, request, errors);
    }
    try {
      to.send(request);
    } catch (IOException e) {
      if (!Thread.currentThread().isInterrupted()) {
        throw e;
      }
    }
  }

  /** Waits for the response headers. */
  public ClassicHttpResponse receive(Deadline deadline) {
    return run(deadline, this::head);
  }

  /** Waits for the response headers without a deadline. */
  ClassicHttpResponse receive() {
    return run(this::head);
  }

  /** Whether a response has begun or can no longer arrive; waits for at most this long. */
  public boolean isAnswered(Timeout timeout, Deadline deadline) {
    return run(deadline, () -> connection().isDataAvailable(timeout) || connection().hasEnded());
  }

  private ClassicHttpResponse head() throws IOException, HttpException {
    ClassicHttpResponse response = connection().receive(request);
    body = ResponseBody.of(response);
    reusable =
        // without the request, which never asks to close the connection
        DefaultConnectionReuseStrategy.INSTANCE.keepAlive(null, response, CONTEXT)
            && !hasContentUnduly(request, response);
    keepAlive = KeepAlive.of(response);
    if (trace.isOn()) {
      HttpTrace.received(trace, request, response, errors);
      tracedStream = HttpTrace.isEventStream(response);
    }
    return response;
  }

  /** Whether a response announces content that its status does not allow (RFC 9112, 6.3). */
  private static boolean hasContentUnduly(
      ClassicHttpRequest request, ClassicHttpResponse response) {
    if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
      return false;
    }
    Header length = response.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
    return response.containsHeader(HttpHeaders.TRANSFER_ENCODING)
        || (length != null && !length.getValue().equals("0"));
  }

  /** Reads a body that is not a message: up to the limit, or what arrives before it stalls. */
  public byte[] readSome(int limit, Deadline deadline) {
    byte[] bytes =
        run(
            deadline,
            () -> {
              connection().setSocketTimeout(ERROR_BODY_TIMEOUT);
              return body.readSome(limit, () -> state() != State.OPEN);
            });
    if (trace.isOn()) {
      HttpTrace.received(trace, request, bytes);
    }
    return bytes;
  }

  /**
   * Reads one message of the body.
   *
   * @param data the body, or a part of it
   * @throws JsonException if it is not JSON within the limits
   */
  public @Nullable Object readJson(JsonReader reader, InputStream data) throws IOException {
    BooleanSupplier isCancelled = () -> state() != State.OPEN;
    return trace.isOn()
        ? HttpTrace.read(trace, request, reader, data, isCancelled)
        : reader.read(data, isCancelled);
  }

  /** The trace of the server, for what only the caller knows. */
  public ServerTrace trace() {
    return trace;
  }

  /**
   * Runs a blocking operation, watched by the watchdog if it has a deadline. A failure ends the
   * attempt.
   */
  public <T> T run(Deadline deadline, Blocking<T> work) {
    if (deadline.isNever()) {
      return run(work);
    }
    requireOpen(deadline);
    WatchedAttempt watchedAttempt = null;
    try {
      watchedAttempt = Watchdog.SHARED.watch(deadline, this);
      return result(deadline, work);
    } finally {
      if (watchedAttempt != null) {
        watchedAttempt.finish();
      } else {
        release();
      }
    }
  }

  /**
   * Runs an operation that may block for hours, such as reading an event stream. No deadline
   * applies: only {@link #cancel} and the server end it.
   */
  public <T> T run(Blocking<T> work) {
    Deadline never = Deadline.never();
    requireOpen(never);
    return result(never, work);
  }

  private <T> T result(Deadline deadline, Blocking<T> work) {
    boolean done = false;
    try {
      T result = work.run();
      done = true;
      return result;
    } catch (McpException | JsonException e) {
      throw e;
    } catch (IOException | HttpException | RuntimeException e) {
      // The library also throws unchecked exceptions: on a connection closed meanwhile, and for
      // some responses.
      throw failed(e, deadline);
    } finally {
      if (!done) {
        release();
      }
    }
  }

  private void requireOpen(Deadline deadline) {
    if (Thread.currentThread().isInterrupted()) {
      cancel(State.INTERRUPTED);
    } else if (deadline.hasPassed()) {
      cancel(State.TIMED_OUT);
    }
    State now = state();
    if (now != State.OPEN) {
      release();
      throw errors.ended(now, deadline, connection != null, null);
    }
  }

  private McpException failed(Exception e, Deadline deadline) {
    if (Thread.currentThread().isInterrupted()) {
      cancel(State.INTERRUPTED); // on a virtual thread an interrupt closes the socket
    } else if (deadline.hasPassed()) {
      cancel(State.TIMED_OUT);
    }
    State now = state();
    release();
    McpException failure;
    if (now != State.OPEN) {
      failure = errors.ended(now, deadline, connection != null, e);
    } else {
      failure = connection == null ? errors.notConnected(e) : errors.connectionLost(e);
    }
    if (trace.isOn()) {
      trace.event(failure.reason());
    }
    return failure;
  }

  /** Closes the connection if still held, which wakes the blocked thread. */
  @Override
  public void cancel(State reason) {
    ClientConnection leased;
    if (state.compareAndSet(State.OPEN, reason) && (leased = lease) != null) {
      leased.close(CloseMode.IMMEDIATE);
    }
  }

  /** The response was not for this request, so the connection cannot be reused. */
  public void outOfStep() {
    outOfStep = true;
  }

  /** The JSON-RPC response was read; keeps the connection if the body has ended or is about to. */
  public void complete() {
    if (reusable && !body.ended()) {
      connection().setSocketTimeout(END_OF_BODY_TIMEOUT);
      reusable = body.comesToItsEnd();
    }
    release();
  }

  /** Releases the connection. Idempotent. */
  public void release() {
    boolean healthy =
        state.compareAndSet(State.OPEN, State.RELEASED) && reusable && body.ended() && !outOfStep;
    ClientConnection leased = lease;
    lease = null;
    live.remove(this);
    if (leased != null && tracedStream) {
      HttpTrace.streamEnded(trace, request, errors);
    }
    if (leased != null && healthy) {
      pool.giveBack(leased, keepAlive);
    } else if (leased != null) {
      pool.discard(leased);
    }
  }

  private State state() {
    return Objects.requireNonNull(state.get());
  }

  private ClientConnection connection() {
    if (connection == null) {
      throw new IllegalStateException("nothing was sent yet");
    }
    return connection;
  }
}
