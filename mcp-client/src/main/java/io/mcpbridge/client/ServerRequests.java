package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.ServersWords;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.InputResult;
import io.mcpbridge.revision.InputAnswerer;
import io.mcpbridge.revision.Ping;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what a server asks by itself on one channel (2025-11-25 and earlier): each request on a
 * worker of its own, because a handler may wait for a person and may call the server meanwhile.
 *
 * <p>Bounded until the answer has left, which takes its time where the server does not read:
 * {@value #MAX_OPEN} requests have a worker, and what a server asks beyond that is refused. Pings
 * need no handler; one worker answers all of them in order, another one sends the refusals, and of
 * what waits for either the oldest are dropped.
 */
final class ServerRequests {

  /** How many requests of one connection may be worked on, or their answers sent, at once. */
  static final int MAX_OPEN = 32;

  private static final Logger log = LoggerFactory.getLogger(ServerRequests.class);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final Answerer answerer;
  private final Future<Channel> opened;
  private final Future<Connection> greeted;
  private final Mailbox pings;
  private final Mailbox refusals;
  private final Semaphore places = new Semaphore(MAX_OPEN);
  private final ConcurrentMap<RequestId, OpenRequest> open = new ConcurrentHashMap<>();
  private final AtomicBoolean saidThatItAsksTooMuch = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * @param opened the channel that they come on
   * @param greeted the connection that becomes of it
   */
  ServerRequests(Answerer answerer, Future<Channel> opened, Future<Connection> greeted) {
    this.answerer = answerer;
    this.opened = opened;
    this.greeted = greeted;
    this.pings = new Mailbox(answerer.server(), answerer.workers());
    this.refusals = new Mailbox(answerer.server(), answerer.workers());
  }

  /** Takes a request; never blocks, so that an I/O thread may call it. */
  void take(JsonRpcRequest request) {
    if (Ping.is(request)) {
      pings.post(() -> pong(request));
      return;
    }
    OpenRequest taken = new OpenRequest(request);
    if (open.putIfAbsent(request.id(), taken) != null) {
      log.warn(
          "Server \"{}\" asks {} with an id that is in use; it gets no answer",
          answerer.server(),
          words(request));
    } else if (!places.tryAcquire()) {
      open.remove(request.id(), taken);
      refusals.post(() -> refuse(request));
    } else {
      taken.begin();
    }
  }

  /**
   * Interrupts the handler of a request that the server cancels; it gets no answer then.
   *
   * @return whether the notification was about one
   */
  boolean cancelled(JsonRpcNotification notification) {
    if (!notification.method().equals("notifications/cancelled") || notification.params() == null) {
      return false;
    }
    RequestId id = RequestId.from(notification.params().get("requestId"));
    OpenRequest asked = id == null ? null : open.get(id);
    return asked != null && asked.cancel();
  }

  /** There is nobody any more to be answered: all handlers are interrupted. */
  void close() {
    closed = true;
    open.values().forEach(OpenRequest::cancel);
  }

  private void pong(JsonRpcRequest ping) {
    if (!closed) {
      answer(ping, answerer.inputsFor(ping), () -> {});
    }
  }

  private void refuse(JsonRpcRequest request) {
    if (!saidThatItAsksTooMuch.getAndSet(true)) {
      log.warn(
          "Server \"{}\" asks {} while {} requests of it are open; more are refused",
          answerer.server(),
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
   * @param done to be run before the answer is sent, whose id may be used again then
   */
  private void answer(JsonRpcRequest request, InputAnswerer inputs, Runnable done) {
    try {
      if (Ping.is(request) && !greeted.isDone()) {
        Channel channel = opened.get();
        done.run();
        Ping.answerBeforeGreeted(request, channel);
        return;
      }
      Connection asked = greeted.get();
      Outbound answer = asked.revision().answer(request, answerer.identity(), inputs);
      done.run();
      send(request, answer, asked.channel());
    } catch (InterruptedException | CancellationException | ExecutionException e) {
      log.debug("Server \"{}\" is gone that asked {}", answerer.server(), words(request));
    } catch (RuntimeException | Error e) {
      log.warn("Server \"{}\": no answer to its {}", answerer.server(), words(request), e);
    }
  }

  private void send(JsonRpcRequest request, @Nullable Outbound answer, Channel channel) {
    if (answer == null) {
      log.debug("Server \"{}\" asked {} and gets no answer", answerer.server(), words(request));
      return;
    }
    if (Thread.currentThread().isInterrupted()) {
      log.debug(
          "Server \"{}\" no longer wants the answer to {}", answerer.server(), words(request));
      return;
    }
    try {
      channel.send(answer, Deadline.after(ANSWER_WITHIN));
    } catch (McpException e) {
      log.debug(
          "Server \"{}\" did not take the answer to {}", answerer.server(), words(request), e);
    }
  }

  private static String words(JsonRpcRequest request) {
    return ServersWords.line(request.method());
  }

  /** A request while it is worked on. */
  private final class OpenRequest {

    private final JsonRpcRequest request;
    private final InputAnswerer inputs;
    private final FutureTask<?> task;

    OpenRequest(JsonRpcRequest request) {
      this.request = request;
      this.inputs = answerer.inputsFor(request);
      this.task = new FutureTask<>(this::work, null);
    }

    void begin() {
      try {
        if (!closed) {
          answerer.workers().execute(this::runTask);
          return;
        }
      } catch (RejectedExecutionException clientClosed) {
        // as if it had been closed in time
      }
      cancel();
      places.release();
    }

    /** Whoever is cancelled has its place until it really ends. */
    private void runTask() {
      try {
        task.run();
      } finally {
        places.release();
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

    /** Whether it was still being worked on; its handler is interrupted then. */
    boolean cancel() {
      forget();
      return task.cancel(true);
    }
  }
}
