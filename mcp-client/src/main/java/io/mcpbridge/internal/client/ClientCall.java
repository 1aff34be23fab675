package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.internal.client.connection.CallsInFlight;
import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.client.connection.ProgressReports;
import io.mcpbridge.internal.pipeline.Attempts;
import io.mcpbridge.internal.pipeline.ExecutionIds;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.Pipeline;
import io.mcpbridge.internal.pipeline.PipelineCall;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.internal.revision.codec.InputResponses;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.TaskRequest;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a request, and what the steps of {@link ClientCalls} remember about it. A call has
 * several rounds if the server requires input, or runs it as a task.
 */
final class ClientCall extends PipelineCall implements Interceptor.Wire, CallsInFlight.Call {

  private final Pipeline<ClientCall> pipeline;
  private final ClientSettings settings;
  private final McpRequest<?> initialRequest;
  private final CallerContext caller;
  private final CallCancellation callCancellation = new CallCancellation();
  private McpRequest<?> request;
  private CallOptions options;
  private Deadline deadline;
  private @Nullable McpResult result;
  private volatile boolean clientClosed;
  private volatile @Nullable TaskPolling polling;
  private @Nullable InputResponses inputs;
  private BooleanSupplier isSuspendable = () -> false;
  private @Nullable OpenRound resumed;
  private @Nullable OpenRound openRound;
  private @Nullable JsonObject inputRequests;
  private CacheControl cacheControl = CacheControl.NONE;
  private @Nullable Long cacheable;
  private @Nullable Object principal;
  private @Nullable Connection connection;
  private Attempts attempts = Attempts.NONE;
  private volatile @Nullable RequestId lastId;
  private volatile @Nullable ProgressReports progress;

  /** {@code null} in most calls, which never pause. */
  private volatile @Nullable CallPause pause;

  private @Nullable Connection progressOn;

  ClientCall(
      Pipeline<ClientCall> pipeline,
      ClientSettings settings,
      McpRequest<?> request,
      CallOptions options,
      CallerContext caller,
      Deadline deadline) {
    this.pipeline = pipeline;
    this.settings = settings;
    this.initialRequest = request;
    this.caller = caller;
    this.request = request;
    this.options = options;
    this.deadline = deadline.orUntil(callCancellation);
  }

  /** The caller whom the options name. */
  static CallerContext caller(ClientSettings settings, McpRequest<?> request, CallOptions options) {
    String executionId = options.executionId();
    return new CallerContext(
        settings.name(),
        options.user() == null ? settings.user() : options.user(),
        options.conversationId(),
        executionId == null ? ExecutionIds.next() : executionId,
        request instanceof CallToolRequest tool ? tool.name() : null,
        null);
  }

  @Override
  public CallerContext caller() {
    RequestId id = lastId;
    return id == null ? caller : caller(caller.tool(), id.value().toString());
  }

  private CallerContext caller(@Nullable String tool, @Nullable String requestId) {
    return new CallerContext(
        caller.server(),
        caller.user(),
        caller.conversationId(),
        caller.executionId(),
        tool,
        requestId);
  }

  @Override
  public InputContext inputContext() {
    return inputContext(initialRequest);
  }

  /** The context of input that this request needs, which may have become a task. */
  InputContext inputContext(McpRequest<?> needing) {
    return new InputContext(
        caller(), needing, Instant.now().plusNanos(Math.max(0, deadline.remainingNanos())));
  }

  /** Whether the server may request input for it, unlike for a list or a ping (SEP-2260). */
  boolean mayNeedInput() {
    return initialRequest instanceof CallToolRequest
        || initialRequest instanceof ReadResourceRequest
        || initialRequest instanceof GetPromptRequest
        || initialRequest instanceof CompleteRequest;
  }

  /** A new call with the headers of this one, to {@linkplain #runFollowing run} from this step. */
  ClientCall another(McpRequest<?> other, Deadline by) {
    ClientCall call =
        new ClientCall(
            pipeline, settings, other, ofRelatedRequest(options), caller(null, null), by);
    call.startAt(this);
    return call;
  }

  /** The defaults with these headers and this caller, for requests that belong to the call. */
  private static CallOptions ofRelatedRequest(CallOptions options) {
    CallOptions.Builder related =
        CallOptions.builder()
            .user(options.user())
            .conversationId(options.conversationId())
            .invocationId(options.invocationId())
            .executionId(options.executionId());
    options.headers().forEach(related::header);
    return related.build();
  }

  /** The client's settings when the call began. */
  ClientSettings settings() {
    return settings;
  }

  /** The request of the current round. */
  McpRequest<?> request() {
    return request;
  }

  void requests(McpRequest<?> next) {
    request = next;
  }

  CallOptions options() {
    return options;
  }

  Deadline deadline() {
    return deadline;
  }

  /** The result of the current round; {@code null} until there is one. */
  @Nullable McpResult result() {
    return result;
  }

  Next answer(McpResult answer) {
    result = answer;
    return Next.RETURN;
  }

  /** The call ends with this round; interceptors see what the server sent. */
  Next answer(OpenRound open, InputRequiredResult sent) {
    openRound = open;
    return answer(sent);
  }

  /** The round that the call ends with, unless an interceptor replaces the result. */
  @Nullable OpenRound openRound() {
    return openRound;
  }

  /** Runs the steps that follow the current one, on this thread. */
  McpResult runFollowing() {
    result = null;
    openRound = null;
    pipeline.runFollowing(this);
    return Objects.requireNonNull(result, "no step answered the call");
  }

  /** Same, with this request and these options. */
  McpResult runFollowing(McpRequest<?> next, CallOptions changed) {
    McpRequest<?> ownRequest = request;
    CallOptions ownOptions = options;
    request = next;
    options = changed;
    try {
      return runFollowing();
    } finally {
      request = ownRequest;
      options = ownOptions;
    }
  }

  /**
   * Same, with a request that is not one of the call's rounds: without the input responses of the
   * round.
   */
  McpResult runAside(McpRequest<?> next, Deadline by) {
    Deadline ownDeadline = deadline;
    InputResponses ownInputs = inputs;
    Attempts ownAttempts = attempts;
    deadline = by.orEarlier(ownDeadline);
    inputs = null;
    try {
      return runFollowing(next, options);
    } finally {
      deadline = ownDeadline;
      inputs = ownInputs;
      attempts = ownAttempts;
    }
  }

  /** Same, for all pages of the list of tools. */
  void listTools(Pagination pages) {
    pages.all(ListToolsRequest.first(), page -> (ListToolsResult) runAside(page, deadline));
  }

  /** The task that the call has become; {@code null} if it has not. */
  @Nullable TaskPolling polling() {
    return polling;
  }

  void polls(@Nullable TaskPolling task) {
    polling = task;
    pauses(); // takes the progress that arrives between two polls
  }

  /** The input responses for the next round; {@code null} in the first. */
  @Nullable InputResponses inputs() {
    return inputs;
  }

  void inputs(@Nullable InputResponses answers) {
    inputs = answers;
  }

  /**
   * The call may end with an {@link OpenRound} in place of its result.
   *
   * @param isAllowed whether it may, when the server requires input
   * @param from the round to go on from; {@code null} for a new call
   */
  void suspendable(BooleanSupplier isAllowed, @Nullable OpenRound from) {
    isSuspendable = isAllowed;
    resumed = from;
  }

  boolean isSuspendable() {
    return isForItsTool() && isSuspendable.getAsBoolean();
  }

  /** Not while an interceptor requests something else, before the call or in place of it. */
  private boolean isForItsTool() {
    return request instanceof CallToolRequest current
        && initialRequest instanceof CallToolRequest first
        && current.name().equals(first.name());
  }

  /** The round to go on from, once; {@code null} if there is none. */
  @Nullable OpenRound takeResumed() {
    if (!isForItsTool()) {
      return null;
    }
    OpenRound from = resumed;
    resumed = null;
    return from;
  }

  /** The last input requests as the server sent them; {@code null} if it sent none. */
  @Nullable JsonObject inputRequests() {
    return inputRequests;
  }

  void received(JsonObject latest) {
    inputRequests = latest;
  }

  /** How long the last result may be cached. */
  CacheControl cacheControl() {
    return cacheControl;
  }

  void received(CacheControl latest) {
    cacheControl = latest;
  }

  /** The cache's count of changes at the request; {@code null} if the cache does not apply. */
  @Nullable Long cacheable() {
    return cacheable;
  }

  void cacheable(@Nullable Long changesBefore) {
    cacheable = changesBefore;
  }

  /** Whose request is sent, as of before; {@code null} if unknown or the cache does not apply. */
  @Nullable Object principal() {
    return principal;
  }

  /** Begins a round on this connection. */
  void beginRound(Connection chosen) {
    on(chosen);
    attempts = attempts.next();
  }

  /** Sets the connection for the following rounds. */
  void on(Connection chosen) {
    connection = chosen;
    principal = cacheable == null ? null : chosen.channel().principal();
  }

  Connection connection() {
    return Objects.requireNonNull(connection, "a connection is chosen before a round is made");
  }

  /** What is known about the delivery of the call's rounds. */
  Attempts attempts() {
    return attempts;
  }

  void attempts(Attempts latest) {
    attempts = latest;
  }

  /** The failure may prove that the current round did not run. */
  void attemptFailed(McpException failure) {
    if (!failure.delivery().mayHaveRun()) {
      attempts = attempts.with(failure.delivery());
    }
  }

  /** Whether the call has ended, but perhaps not at the server. */
  boolean mayGoOnAtServer() {
    return attempts.current() == Delivery.SENT && mayNeedInput();
  }

  /** Records the request id of the round that is about to be sent. */
  void setRequestId(RequestId id) {
    lastId = id;
  }

  @Override
  public String address() {
    return settings.transport().address();
  }

  @Override
  public @Nullable ServerInfo server() {
    return connection == null ? null : connection.server();
  }

  @Override
  public @Nullable String requestId() {
    return lastId == null ? null : lastId.value().toString();
  }

  @Override
  public @Nullable String sessionId() {
    return connection == null ? null : connection.channel().sessionId();
  }

  @Override
  public @Nullable String networkProtocolVersion() {
    return connection == null ? null : connection.channel().networkProtocolVersion();
  }

  /**
   * The progress listener of a round. A task reports to the request that created it (2025-11-25,
   * tasks, task progress notifications), on the same connection.
   */
  ProgressReports progress(RequestId id) {
    ProgressReports reports = progress;
    if (reports == null || progressOn != connection || !(request instanceof TaskRequest)) {
      reports = new ProgressReports(id, options.onProgress());
      progress = reports;
      progressOn = connection;
    }
    return reports;
  }

  /**
   * Takes a progress notification that arrived outside any exchange; the call delivers it when it
   * pauses.
   */
  void progressed(JsonRpcNotification report) {
    ProgressReports mine = progress;
    CallPause current = pause;
    if (mine != null && current != null && mine.isAbout(report)) {
      current.add(() -> mine.accept(report));
    }
  }

  /** The call is to {@linkplain #pause() pause} before the next round. */
  void beginPause(Duration time) {
    pauses().begin(Math.min(time.toNanos(), Math.max(0, deadline.remainingNanos())));
  }

  private CallPause pauses() {
    CallPause current = pause;
    if (current == null) {
      current = new CallPause();
      pause = current;
    }
    return current;
  }

  /**
   * What is left of the pause; {@code null} if it is over.
   *
   * @throws io.mcpbridge.error.McpCancelledException if the call is cancelled meanwhile
   * @throws McpConnectionLostException if the client is closed meanwhile
   */
  @Nullable Wait pause() {
    return pauses().rest(this::refuseIfOver);
  }

  /** Ends the pause: the client is closed. */
  void clientClosed() {
    clientClosed = true;
    wake();
  }

  /** From now on, cancelling the call abandons this exchange and sends this notice. */
  void enterExchange(Exchange exchange, Outbound notice) {
    callCancellation.enter(exchange, notice);
  }

  void exitExchange() {
    callCancellation.exit();
  }

  /**
   * Cancels the call, blocking or asynchronous. Unlike {@link #cancel()}, notifies the server.
   *
   * @param abandoning runs the notification of the server
   */
  void cancel(Executor abandoning) {
    callCancellation.cancel(abandoning);
    wake();
  }

  private void wake() {
    CallPause current = pause;
    if (current != null) {
      current.wake();
    }
  }

  void refuseIfCancelled() {
    callCancellation.refuseIfCancelled();
  }

  private void refuseIfOver() {
    refuseIfCancelled();
    if (clientClosed) {
      throw new McpConnectionLostException("the client was closed");
    }
  }
}
