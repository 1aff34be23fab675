package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.revision.InputResponder;
import io.mcpbridge.internal.revision.Ping;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the requests that a server sends on one channel (2025-11-25 and earlier), each on a
 * worker of its own, because a handler may wait for a user and may call the server meanwhile.
 *
 * <p>At most {@value #MAX_OPEN} requests are open until their responses have been sent, which may
 * take long if the server does not read; further requests are rejected. Pings need no handler: one
 * worker answers them in order. Another worker sends the rejections. Both queues drop their oldest
 * entries when full.
 */
final class ServerRequests {

  /** Limit of open requests per connection, from arrival until the response is sent. */
  static final int MAX_OPEN = 32;

  private static final Logger log = LoggerFactory.getLogger(ServerRequests.class);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private final ServerRequestHandler serverRequestHandler;
  private final Future<Channel> opened;
  private final Future<Connection> greeted;
  private final SerialExecutor pings;
  private final SerialExecutor refusals;
  private final Semaphore permits = new Semaphore(MAX_OPEN);
  private final ConcurrentMap<RequestId, OpenRequest> open = new ConcurrentHashMap<>();
  private final AtomicBoolean overflowLogged = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * @param opened the channel that carries the requests
   * @param greeted the connection, once the handshake completes
   */
  ServerRequests(
      ServerRequestHandler serverRequestHandler,
      Future<Channel> opened,
      Future<Connection> greeted) {
    this.serverRequestHandler = serverRequestHandler;
    this.opened = opened;
    this.greeted = greeted;
    this.pings = InboundQueue.of(serverRequestHandler.server(), serverRequestHandler.workers());
    this.refusals = InboundQueue.of(serverRequestHandler.server(), serverRequestHandler.workers());
  }

  /**
   * Accepts a request; never blocks, so that an I/O thread may call it.
   *
   * @param context what is known about its call
   */
  void take(JsonRpcRequest request, InputContext context) {
    if (Ping.is(request)) {
      pings.execute(() -> pong(request, context));
      return;
    }
    OpenRequest taken = new OpenRequest(request, context);
    if (open.putIfAbsent(request.id(), taken) != null) {
      log.warn(
          "Server \"{}\" sent {} with an id that is in use; it gets no response",
          serverRequestHandler.server(),
          words(request));
    } else if (!permits.tryAcquire()) {
      open.remove(request.id(), taken);
      refusals.execute(() -> refuse(request));
    } else {
      taken.begin();
    }
  }

  /**
   * Interrupts the handler of a request that the server cancels; no response is sent then.
   *
   * @return whether the notification was a cancellation
   */
  boolean cancelled(JsonRpcNotification notification) {
    if (!notification.method().equals("notifications/cancelled") || notification.params() == null) {
      return false;
    }
    RequestId id = RequestId.from(notification.params().get("requestId"));
    OpenRequest openRequest = id == null ? null : open.get(id);
    return openRequest != null && openRequest.cancel();
  }

  /** Interrupts all handlers: responses can no longer be sent. */
  void close() {
    closed = true;
    open.values().forEach(OpenRequest::cancel);
  }

  private void pong(JsonRpcRequest ping, InputContext context) {
    if (!closed) {
      answer(ping, serverRequestHandler.inputsFor(ping, context), () -> {});
    }
  }

  private void refuse(JsonRpcRequest request) {
    if (!overflowLogged.getAndSet(true)) {
      log.warn(
          "Server \"{}\" sent {} while {} of its requests are open; refusing further ones",
          serverRequestHandler.server(),
          words(request),
          MAX_OPEN);
    }
    if (!closed) {
      answer(request, ServerRequests::tooMany, () -> {});
    }
  }

  private static InputResult tooMany(InputRequest question) {
    throw new McpInputRefusedException(
        "not asked, because " + MAX_OPEN + " requests of this server are open already");
  }

  /**
   * @param done runs before the response is sent, since the server may reuse the id afterwards
   */
  private void answer(JsonRpcRequest request, InputResponder inputs, Runnable done) {
    try {
      if (Ping.is(request) && !greeted.isDone()) {
        Channel channel = opened.get();
        done.run();
        Ping.answerDuringHandshake(request, channel);
        return;
      }
      Connection connection = greeted.get();
      Outbound answer = answer(request, inputs, connection);
      done.run();
      send(request, answer, connection.channel());
    } catch (InterruptedException | CancellationException | ExecutionException e) {
      log.debug(
          "Server \"{}\" is gone; no response to its {}",
          serverRequestHandler.server(),
          words(request));
    } catch (RuntimeException | Error e) {
      log.warn(
          "Server \"{}\": no response to its {}", serverRequestHandler.server(), words(request), e);
    }
  }

  private @Nullable Outbound answer(
      JsonRpcRequest request, InputResponder inputs, Connection connection) {
    Supplier<@Nullable Outbound> work =
        () -> connection.revision().answer(request, serverRequestHandler.identity(), inputs);
    return Ping.is(request)
        ? work.get()
        : serverRequestHandler.observers().handling(request, connection, work);
  }

  private void send(JsonRpcRequest request, @Nullable Outbound answer, Channel channel) {
    if (answer == null) {
      log.debug(
          "Server \"{}\" sent {} and gets no response",
          serverRequestHandler.server(),
          words(request));
      return;
    }
    if (Thread.currentThread().isInterrupted()) {
      log.debug("Server \"{}\" cancelled its {}", serverRequestHandler.server(), words(request));
      return;
    }
    try {
      channel.send(answer, Deadline.after(RESPONSE_TIMEOUT));
    } catch (McpException e) {
      log.debug(
          "Server \"{}\" did not accept the response to {}",
          serverRequestHandler.server(),
          words(request),
          e);
    }
  }

  private static String words(JsonRpcRequest request) {
    return ServerText.line(request.method());
  }

  /** A request in progress. */
  private final class OpenRequest {

    private final JsonRpcRequest request;
    private final InputResponder inputs;
    private final FutureTask<?> task;

    OpenRequest(JsonRpcRequest request, InputContext context) {
      this.request = request;
      this.inputs = serverRequestHandler.inputsFor(request, context);
      this.task = new FutureTask<>(this::work, null);
    }

    void begin() {
      try {
        if (!closed) {
          serverRequestHandler.workers().execute(this::runTask);
          return;
        }
      } catch (RejectedExecutionException clientClosed) {
        // as if it had been closed in time
      }
      cancel();
      permits.release();
    }

    /** A cancelled request keeps its permit until its handler has returned. */
    private void runTask() {
      try {
        task.run();
      } finally {
        permits.release();
      }
    }

    private void work() {
      try {
        answer(request, inputs, this::forget);
      } finally {
        forget();
      }
    }

    private void forget() {
      open.remove(request.id(), this);
    }

    /** Interrupts the handler; returns whether it was still running. */
    boolean cancel() {
      forget();
      return task.cancel(true);
    }
  }
}
