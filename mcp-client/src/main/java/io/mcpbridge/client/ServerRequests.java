package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what a server asks by itself (2025-11-25 and earlier): each request on a worker of its
 * own, because a handler may wait for a person and may call the server meanwhile. Bounded: what a
 * server asks beyond that gets no answer.
 */
final class ServerRequests {

  /** How many requests of one server may be worked on at once. */
  static final int MAX_OPEN = 32;

  private static final Logger log = LoggerFactory.getLogger(ServerRequests.class);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final String server;
  private final ClientIdentity identity;
  private final InputHandlers handlers;
  private final ExecutorService workers;
  private final ConcurrentMap<RequestId, FutureTask<?>> open = new ConcurrentHashMap<>();

  ServerRequests(
      String server, ClientIdentity identity, InputHandlers handlers, ExecutorService workers) {
    this.server = server;
    this.identity = identity;
    this.handlers = handlers;
    this.workers = workers;
  }

  /**
   * Takes a request; never blocks, so that an I/O thread may call it.
   *
   * @param asked where the answer goes; asked on the worker, may block
   */
  void take(JsonRpcRequest request, Supplier<@Nullable Connection> asked) {
    Callable<@Nullable Void> work =
        () -> {
          try {
            answer(request, asked.get());
          } catch (RuntimeException | Error e) {
            log.warn("Server \"{}\": no answer to its {}", server, request.method(), e);
          } finally {
            open.remove(request.id());
          }
          return null;
        };
    FutureTask<?> task = new FutureTask<>(work);
    if (open.size() >= MAX_OPEN || open.putIfAbsent(request.id(), task) != null) {
      log.warn(
          "Server \"{}\" asks {} while {} requests of it are open, or again; it gets no answer",
          server,
          request.method(),
          open.size());
      return;
    }
    try {
      workers.execute(task);
    } catch (RejectedExecutionException closed) {
      open.remove(request.id());
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
    FutureTask<?> task = id == null ? null : open.get(id);
    return task != null && task.cancel(true);
  }

  private void answer(JsonRpcRequest request, @Nullable Connection asked) {
    Outbound answer =
        asked == null
            ? null
            : asked
                .revision()
                .answer(
                    request,
                    identity,
                    question -> handlers.answer(question, new InputContext(server, null)));
    open.remove(request.id());
    if (asked == null || answer == null) {
      log.debug("Server \"{}\" asked {} and gets no answer", server, request.method());
      return;
    }
    if (Thread.currentThread().isInterrupted()) {
      log.debug("Server \"{}\" no longer wants the answer to {}", server, request.method());
      return;
    }
    try {
      asked.channel().send(answer, Deadline.after(ANSWER_WITHIN));
    } catch (McpException e) {
      log.debug("Server \"{}\" did not take the answer to {}", server, request.method(), e);
    }
  }
}
