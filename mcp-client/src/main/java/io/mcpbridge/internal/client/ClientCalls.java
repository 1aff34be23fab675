package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.internal.client.connection.ClosableTransport;
import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.client.connection.Connector;
import io.mcpbridge.internal.client.connection.InboundHandler;
import io.mcpbridge.internal.client.connection.InboundQueue;
import io.mcpbridge.internal.client.connection.MessageObservers;
import io.mcpbridge.internal.client.connection.NotificationDispatcher;
import io.mcpbridge.internal.client.connection.ResultCache;
import io.mcpbridge.internal.client.connection.ServerRequestHandler;
import io.mcpbridge.internal.client.connection.Subscriptions;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.internal.pipeline.Pipeline;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.revision.TaskSupport;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.internal.revision.negotiation.NegotiatedChannel;
import io.mcpbridge.internal.revision.negotiation.Negotiation;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.transport.Deadline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The implementation of {@link ClientEngine}: its connection and the steps of every call. */
final class ClientCalls {

  /** Prefixes with one of these second labels (2025-11-25, general fields, _meta). */
  private static final Pattern RESERVED =
      Pattern.compile("[^./]*\\.(?:modelcontextprotocol|mcp)(?:\\.[^/]*)?/.*", Pattern.DOTALL);

  private static final Logger log = LoggerFactory.getLogger(ClientCalls.class);

  private final CurrentSettings settings;
  private final Scheduler scheduler;
  private final NotificationDispatcher notificationDispatcher;
  private final MessageObservers observers;
  private final ClosableTransport transport;
  private final Connector connector;
  private final ResultCache cache;
  private final Subscriptions subscriptions;
  private final ParamHeaders paramHeaders;
  private final TaskSupport taskSupport = TaskSupport.none();
  private final PolledCalls followed = new PolledCalls();
  private final InFlightStep inFlight = new InFlightStep();
  private final List<PipelineStep<ClientCall>> steps;
  private final Pipeline<ClientCall> pipeline;

  ClientCalls(CurrentSettings current, Pagination pages) {
    ClientSettings settings = current.get();
    this.settings = current;
    this.paramHeaders = ParamHeaders.learned(settings.paramHeaders());
    this.scheduler = new Scheduler("client-" + settings.name());
    this.observers =
        new MessageObservers(
            settings.name(),
            settings.transport().address(),
            () -> current.get().wireInterceptors());
    this.transport = new ClosableTransport(settings.transport(), observers, this::inboundHandler);
    this.connector = new Connector(this::connect);
    this.cache = new ResultCache(() -> current.get().cacheLimits(), System::nanoTime);
    this.subscriptions =
        new Subscriptions(
            settings.name(), () -> current.get().timeout(), connector, cache, scheduler);
    this.notificationDispatcher =
        new NotificationDispatcher(
            settings.name(),
            settings.listener(),
            InboundQueue.of(settings.name(), scheduler.workers()),
            subscriptions,
            followed::progressed);
    this.steps =
        List.of(
            inFlight,
            new InterceptorsStep(ClientSettings::callInterceptors),
            new TaskPollingStep(followed, scheduler.workers(), observers),
            new InputRequiredStep(observers, connector, this::identity),
            new CacheStep(connector, cache),
            new ToolListRefreshStep(pages, cache),
            new ReconnectStep(connector, notificationDispatcher),
            new ToolListPrefetchStep(pages),
            new SessionLogLevelStep(current::logLevel),
            new InterceptorsStep(ClientSettings::wireInterceptors),
            new ExchangeStep(this::identity, current::logLevel));
    this.pipeline = new Pipeline<>(steps);
  }

  /** Evaluated only on connecting, since the input handlers may not be known earlier. */
  private ClientIdentity identity() {
    InputHandlers handlers = settings().inputHandlers();
    return new ClientIdentity(
        settings().clientInfo(),
        handlers.capabilities(),
        handlers.extensions(),
        handlers.customMethods());
  }

  /** Handles inbound messages of the next channel. */
  private InboundHandler inboundHandler() {
    return new InboundHandler(
        notificationDispatcher,
        new ServerRequestHandler(
            settings().name(),
            settings().user(),
            identity(),
            settings().inputHandlers(),
            inFlight,
            workers(),
            observers));
  }

  private ClientSettings settings() {
    return settings.get();
  }

  /** Applies changed settings. */
  void reconfigured() {
    cache.trim();
  }

  /** How many times the server has announced a change of its tools. */
  long toolAnnouncements() {
    return cache.toolAnnouncements();
  }

  /** Manages the connection: opened on first use, reopened after a loss. */
  Connector connector() {
    return connector;
  }

  Subscriptions subscriptions() {
    return subscriptions;
  }

  ExecutorService workers() {
    return scheduler.workers();
  }

  <R extends McpResult> SingleUseCall<R> call(
      McpRequest<R> request, CallOptions options, Deadline deadline) {
    return call(request, options, ClientCall.caller(settings(), request, options), deadline);
  }

  <R extends McpResult> SingleUseCall<R> call(
      McpRequest<R> request, CallOptions options, CallerContext caller, Deadline deadline) {
    return new SingleUseCall<>(this, clientCall(request, options, caller, deadline));
  }

  SingleUseCall<McpResult> suspendableCall(
      CallToolRequest request,
      CallOptions options,
      CallerContext caller,
      Deadline deadline,
      BooleanSupplier isSuspendable,
      @Nullable OpenRound from) {
    ClientCall call = clientCall(request, options, caller, deadline);
    call.suspendable(isSuspendable, from);
    return new SingleUseCall<>(this, call);
  }

  private ClientCall clientCall(
      McpRequest<?> request, CallOptions options, CallerContext caller, Deadline deadline) {
    ClientSettings now = settings();
    Function<CallerContext, Map<String, ?>> requestMeta = now.requestMeta();
    CallOptions completed =
        requestMeta == null
            ? options
            : withContext(
                InFlightStep.subject(request), () -> withRequestMeta(requestMeta, caller, options));
    return new ClientCall(pipeline, now, request, completed, caller, deadline);
  }

  /** Before a list is requested: drops cached pages that would not fit together. */
  void prepareListing(PaginatedRequest<?> first, CallOptions options) {
    Connection now = options.noCache() ? null : connector.ifConnected();
    if (now != null) {
      cache.dropUnlessWhole(first, now, () -> now.channel().principal());
    }
  }

  /** The steps of a call, in order. */
  List<PipelineStep<ClientCall>> steps() {
    return steps;
  }

  /** Runs a call on this thread. */
  McpResult run(ClientCall call) {
    pipeline.run(call);
    return result(call);
  }

  /** Runs a call on this executor. */
  CompletableFuture<McpResult> submit(ClientCall call, Executor executor) {
    CompletableFuture<McpResult> result = new CompletableFuture<>();
    pipeline.prepare(call, executor, ClientCalls::closedNow, () -> complete(result, call));
    result.whenComplete(
        // by the caller, or with orTimeout; harmless where the call is over
        (ended, failure) -> call.cancel(notification -> abandon(executor, notification)));
    try {
      pipeline.submit(call);
    } catch (RejectedExecutionException closed) {
      result.completeExceptionally(closedNow(closed));
    }
    return result;
  }

  private static McpException closedNow(@Nullable Throwable cause) {
    return new McpConnectionLostException("the client was closed", cause);
  }

  private static void complete(CompletableFuture<McpResult> result, ClientCall call) {
    Throwable failure = call.failure();
    if (failure != null) {
      result.completeExceptionally(failure);
      return;
    }
    try {
      result.complete(result(call));
    } catch (RuntimeException e) { // the future would never complete
      result.completeExceptionally(e);
    }
  }

  private static McpResult result(ClientCall call) {
    McpResult result = Objects.requireNonNull(call.result(), "no step answered the call");
    OpenRound open = call.openRound();
    return open != null && result instanceof InputRequiredResult ? open : result;
  }

  /** Sending the cancellation may take a while; the thread that cancels does not wait for it. */
  private static void abandon(Executor executor, Runnable notification) {
    try {
      executor.execute(notification);
    } catch (RejectedExecutionException closed) {
      log.debug("A cancelled call outlives its client, so the server is not notified", closed);
    }
  }

  /** Adds the server's name and the operation to failures. */
  <T> T withContext(String operation, Supplier<T> work) {
    try {
      return work.get();
    } catch (McpException e) {
      throw e.withOperation(settings().name(), operation);
    }
  }

  private Connection connect(Deadline deadline) {
    Negotiation negotiation =
        new Negotiation(transport, identity(), settings().revisionCache(), settings().revision());
    Deadline connectBy =
        Deadline.after(settings().initializationTimeout(), "initialization-timeout");
    try {
      NegotiatedChannel greeted = negotiation.begin(deadline.orEarlier(connectBy));
      subscriptions.connected();
      return transport.handshakeCompleted(
          inboundHandler ->
              new Connection(
                  greeted, inboundHandler, paramHeaders, taskSupport, identity(), workers()));
    } finally {
      transport.handshakeEnded();
    }
  }

  void close() {
    subscriptions.close();
    followed.close();
    transport.close();
    connector.close();
    subscriptions.end(); // no other code ends those of retired connections
    transport.awaitEnd();
    scheduler.shutdown();
  }

  /**
   * What the call itself sets takes precedence.
   *
   * @throws McpException if the application's function fails
   */
  private static CallOptions withRequestMeta(
      Function<CallerContext, Map<String, ?>> members, CallerContext caller, CallOptions options) {
    Map<String, @Nullable Object> meta = new LinkedHashMap<>();
    try {
      Map<String, ?> computed = members.apply(caller);
      if (computed != null) { // the application's code, which NullAway may not have seen
        computed.forEach(
            (key, value) -> {
              if (key != null && value != null && !isReserved(key)) {
                meta.put(key, value);
              }
            });
      }
    } catch (RuntimeException e) {
      throw new McpException(
              "ServerOptions.requestMeta failed with "
                  + e.getClass().getSimpleName()
                  + (caller.user() == null && caller.tool() == null
                      ? "; while tools are listed the caller has no user"
                      : ""),
              e)
          .withDelivery(Delivery.NOT_SENT);
    }
    if (meta.isEmpty()) {
      return options;
    }
    meta.putAll(options.meta());
    return options.toBuilder().meta(meta).build();
  }

  private static boolean isReserved(String key) {
    return key.equals("progressToken") || RESERVED.matcher(key).matches();
  }
}
