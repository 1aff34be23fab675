package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CancelTaskRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.revision.ClientIdentity;
import io.mcpbridge.revision.NegotiatedChannel;
import io.mcpbridge.revision.Negotiation;
import io.mcpbridge.revision.ParamHeaders;
import io.mcpbridge.revision.TaskSupport;
import io.mcpbridge.thread.Workers;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The implementation of {@link McpClient}: its connection and the interceptor chain of every call.
 */
final class ClientCalls {

  private static final Logger log = LoggerFactory.getLogger(ClientCalls.class);
  private static final Duration CANCEL_WITHIN = Duration.ofSeconds(10);

  private final CurrentSettings settings;
  private final ExecutorService workers;
  private final NotificationDispatcher notificationDispatcher;
  private final ClosableTransport transport;
  private final Connector connector;
  private final ResultCache cache;
  private final Subscriptions subscriptions;
  private final Pagination pages;
  private final ParamHeaders paramHeaders;
  private final TaskSupport taskSupport = TaskSupport.none();
  private final PolledCalls followed = new PolledCalls();
  private final InFlightCounter inFlightCounter = new InFlightCounter();

  ClientCalls(CurrentSettings current, Pagination pages) {
    ClientSettings settings = current.get();
    this.settings = current;
    this.pages = pages;
    this.paramHeaders = ParamHeaders.learned(settings.paramHeaders());
    this.workers = Workers.named("client-" + settings.name());
    this.transport = new ClosableTransport(settings.transport(), this::inboundHandler);
    this.connector = new Connector(this::connect);
    this.cache = new ResultCache(() -> current.get().cacheLimits(), System::nanoTime);
    this.subscriptions =
        new Subscriptions(
            settings.name(), () -> current.get().timeout(), connector, cache, workers);
    this.notificationDispatcher =
        new NotificationDispatcher(
            settings.name(),
            settings.listener(),
            new SerialExecutor(settings.name(), workers),
            subscriptions,
            followed);
  }

  /** Evaluated only on connecting, since the input handlers may not be known earlier. */
  private ClientIdentity identity() {
    return new ClientIdentity(settings().clientInfo(), settings().inputHandlers().capabilities());
  }

  /** Handles inbound messages of the next channel. */
  private InboundHandler inboundHandler() {
    return new InboundHandler(
        notificationDispatcher,
        new ServerRequestHandler(
            settings().name(), identity(), settings().inputHandlers(), inFlightCounter, workers));
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
    return workers;
  }

  InFlightCounter inFlightCounter() {
    return inFlightCounter;
  }

  /**
   * Whether a call may be suspended and run through its interceptors again ({@link
   * CallSuspension}). An application's interceptors must run once per call and on one thread.
   */
  boolean maySuspend() {
    ClientSettings now = settings();
    return now.callInterceptors().isEmpty() && now.wireInterceptors().isEmpty();
  }

  <R extends McpResult> McpCall<R> call(
      McpRequest<R> request, CallOptions options, Deadline deadline) {
    LoggingLevel level = settings().logLevel();
    CallOptions completed =
        level == null || options.logLevel() != null ? options : options.withLogLevel(level);
    return new McpCall<>(this, request, completed, new ActiveCall(deadline));
  }

  /** Before a list is requested: drops cached pages that would not fit together. */
  void beginsListing(PaginatedRequest<?> first, CallOptions options) {
    Connection now = options.noCache() ? null : connector.ifConnected();
    if (now != null) {
      cache.dropUnlessWhole(first, now, () -> now.channel().principal());
    }
  }

  /** Runs a call through all its interceptors. */
  @SuppressWarnings("unchecked")
  <R extends McpResult> R run(McpRequest<R> request, CallOptions options, ActiveCall call) {
    List<Interceptor> interceptors = new ArrayList<>(settings().callInterceptors());
    interceptors.add(
        new TaskPollingInterceptor(call, settings().inputHandlers(), followed, this::cancelTask));
    interceptors.add(
        new InputRequiredInterceptor(
            call, settings().inputHandlers(), settings().maxInputRounds()));
    interceptors.add(new CachingInterceptor(call, connector, cache));
    interceptors.add(new ToolListRefreshInterceptor(call, pages, cache));
    interceptors.addAll(wire(call));
    CallChain chain = chain(options, call, interceptors, request);
    try {
      return noting(
          subject(request), () -> inFlightCounter.during(() -> (R) chain.proceed(request)));
    } catch (McpException e) {
      if (!call.isSent()) {
        e.beforeSending();
      }
      throw e;
    }
  }

  private CallChain chain(
      CallOptions options, ActiveCall call, List<Interceptor> way, McpRequest<?> request) {
    CallWire wire = new CallWire(settings().transport(), call);
    return new CallChain(settings().name(), options, wire, way, 0, request);
  }

  /** The interceptors that run once per round. */
  private List<Interceptor> wire(ActiveCall call) {
    List<Interceptor> interceptors = new ArrayList<>();
    interceptors.add(new ReconnectInterceptor(call, connector, notificationDispatcher));
    interceptors.add(new ToolListPrefetchInterceptor(call, pages));
    interceptors.add(new SessionLogLevelInterceptor(call));
    interceptors.addAll(settings().wireInterceptors());
    interceptors.add(new WireExchange(call, identity()));
    return interceptors;
  }

  /** Cancels a task in the background, on a best-effort basis. */
  private void cancelTask(String taskId) {
    CancelTaskRequest request = new CancelTaskRequest(taskId);
    ActiveCall call = new ActiveCall(Deadline.after(CANCEL_WITHIN));
    CallChain chain = chain(CallOptions.defaults(), call, wire(call), request);
    try {
      workers.execute(
          () -> {
            try {
              chain.proceed(request);
            } catch (RuntimeException e) {
              log.debug("Server \"{}\": a task was not cancelled", settings().name(), e);
            }
          });
    } catch (RejectedExecutionException closed) {
      log.debug("Server \"{}\": a task outlives the client", settings().name());
    }
  }

  /** Adds the server's name and the operation to failures. */
  <T> T noting(String operation, Supplier<T> work) {
    try {
      return work.get();
    } catch (McpException e) {
      e.during(settings().name(), operation);
      throw e;
    }
  }

  private static String subject(McpRequest<?> request) {
    if (request instanceof CallToolRequest call) {
      return call.method() + " " + call.name();
    }
    return request instanceof GetPromptRequest prompt
        ? prompt.method() + " " + prompt.name()
        : request.method();
  }

  private Connection connect(Deadline deadline) {
    Negotiation negotiation =
        new Negotiation(transport, identity(), settings().revisionCache(), settings().revision());
    Deadline connectBy =
        Deadline.after(settings().initializationTimeout(), "initialization-timeout");
    try {
      NegotiatedChannel greeted = negotiation.begin(deadline.orEarlier(connectBy));
      subscriptions.connected();
      return transport.greeted(
          inboundHandler ->
              new Connection(
                  greeted, inboundHandler, paramHeaders, taskSupport, identity(), workers));
    } finally {
      transport.greetingOver();
    }
  }

  void close() {
    subscriptions.close();
    followed.close();
    transport.close();
    connector.close();
    subscriptions.end(); // no other code ends those of retired connections
    transport.awaitEnd();
    workers.shutdown();
  }
}
