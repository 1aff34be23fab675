package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what a server asks by itself on one channel (2025-11-25 and earlier): each request on a
 * worker of its own, because a handler may wait for a person and may call the server meanwhile.
 * Bounded: what a server asks beyond that is refused.
 */
final class ServerRequests {

  /** How many requests of one connection may be worked on at once. */
  static final int MAX_OPEN = 32;

  private static final Logger log = LoggerFactory.getLogger(ServerRequests.class);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final Answerer answerer;
  private final Future<Channel> opened;
  private final Future<Connection> greeted;
  private final Mailbox refusals;
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
    this.refusals = new Mailbox(answerer.server(), answerer.workers());
  }

  /** Takes a request; never blocks, so that an I/O thread may call it. */
  void take(JsonRpcRequest request) {
    OpenRequest taken = new OpenRequest(request);
    if (open.putIfAbsent(request.id(), taken) != null) {
      log.warn(
          "Server \"{}\" asks {} with an id that is in use; it gets no answer",
          answerer.server(),
          request.method());
    } else if (open.size() > MAX_OPEN) {
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

  private void refuse(JsonRpcRequest request) {
    if (!saidThatItAsksTooMuch.getAndSet(true)) {
      log.warn(
          "Server \"{}\" asks {} while {} requests of it are open; more are refused",
          answerer.server(),
          request.method(),
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
      log.debug("Server \"{}\" is gone that asked {}", answerer.server(), request.method());
    } catch (RuntimeException | Error e) {
      log.warn("Server \"{}\": no answer to its {}", answerer.server(), request.method(), e);
    }
  }

  private void send(JsonRpcRequest request, @Nullable Outbound answer, Channel channel) {
    if (answer == null) {
      log.debug("Server \"{}\" asked {} and gets no answer", answerer.server(), request.method());
      return;
    }
    if (Thread.currentThread().isInterrupted()) {
      log.debug(
          "Server \"{}\" no longer wants the answer to {}", answerer.server(), request.method());
      return;
    }
    try {
      channel.send(answer, Deadline.after(ANSWER_WITHIN));
    } catch (McpException e) {
      log.debug(
          "Server \"{}\" did not take the answer to {}", answerer.server(), request.method(), e);
    }
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
          answerer.workers().execute(task);
          return;
        }
      } catch (RejectedExecutionException clientClosed) {
        // as if it had been closed in time
      }
      cancel();
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
