package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.InputRequest;
import io.mcpbridge.model.ListRootsRequest;
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
  private final UnderWay underWay;
  private final ExecutorService workers;
  private final ConcurrentMap<RequestId, FutureTask<?>> open = new ConcurrentHashMap<>();

  /**
   * @param underWay the client's own calls, which a server may ask something for
   */
  ServerRequests(
      String server,
      ClientIdentity identity,
      InputHandlers handlers,
      UnderWay underWay,
      ExecutorService workers) {
    this.server = server;
    this.identity = identity;
    this.handlers = handlers;
    this.underWay = underWay;
    this.workers = workers;
  }

  /**
   * Takes a request; never blocks, so that an I/O thread may call it.
   *
   * @param asked where the answer goes; asked on the worker, may block
   */
  void take(JsonRpcRequest request, Supplier<@Nullable Connection> asked) {
    boolean expected = handlers.answersOutsideCalls() || underWay.any() || isOfTask(request);
    Callable<@Nullable Void> work =
        () -> {
          try {
            answer(request, asked.get(), expected);
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

  private void answer(JsonRpcRequest request, @Nullable Connection asked, boolean expected) {
    Outbound answer =
        asked == null
            ? null
            : asked
                .revision()
                .answer(
                    request,
                    identity,
                    question ->
                        handlers.answer(
                            expected(question, expected), new InputContext(server, null)));
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

  /** A task may ask while nobody waits for it (2025-11-25, tasks, associating messages). */
  private static boolean isOfTask(JsonRpcRequest request) {
    JsonObject params = request.params();
    JsonObject meta = params == null ? null : params.object("_meta");
    return meta != null && meta.has("io.modelcontextprotocol/related-task");
  }

  /** A person or a model is asked on behalf of a call, or not at all (SEP-2260). */
  private static InputRequest expected(InputRequest question, boolean expected) {
    if (!expected && !(question instanceof ListRootsRequest)) {
      throw new McpInputRefusedException(
          "this client is asked only while one of its calls is under way");
    }
    return question;
  }
}
