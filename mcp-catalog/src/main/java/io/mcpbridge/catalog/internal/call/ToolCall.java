package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.arguments.ToolArguments;
import io.mcpbridge.catalog.internal.resilience.CallGuard.CountedCall;
import io.mcpbridge.catalog.internal.resilience.CallTimeout;
import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.catalog.internal.resilience.FailureClassifier;
import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.supervision.ServerCalls;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.client.OpenRound;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.Progress;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A tool call from a model, and what the steps of {@link CallPipeline} remember about it. */
public final class ToolCall extends ServerCall {

  private final CatalogSnapshot among;
  private final Supplier<List<ServerStatus>> servers;
  private final String writtenName;
  private final @Nullable String argumentsJson;
  private final CallOptions options;
  private final @Nullable Object submitter;
  private @Nullable CatalogTool offered;
  private @Nullable CatalogTool tool;
  private Map<String, @Nullable Object> arguments = Map.of();
  private @Nullable JsonException unreadable;
  private boolean isUnknown;
  private @Nullable ServerHistory ownHistory;
  private @Nullable Supplier<ToolOutput> ownAnswer;
  private @Nullable CallerContext caller;
  private @Nullable RuntimeException userFailure;
  private boolean isApproved;
  private @Nullable CountedCall counted;
  private @Nullable Consumer<Progress> progressListener;
  private @Nullable CallTimeout timeout;
  private @Nullable CallOptions sentOptions;
  private @Nullable CompletableFuture<? extends McpResult> submitted;
  private @Nullable McpResult result;
  private BooleanSupplier isSuspendable = () -> false;
  private @Nullable OpenRound resumed;
  private @Nullable ToolOutput output;
  private CallOutcome.@Nullable Kind refusal;

  /**
   * @param among the tools that the caller may call
   * @param servers the servers that the caller may know of
   * @param writtenName the tool's name as the model wrote it
   * @param argumentsJson the arguments as the model wrote them
   * @param options the caller's options
   */
  public ToolCall(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> servers,
      String writtenName,
      @Nullable String argumentsJson,
      CallOptions options) {
    this(among, servers, writtenName, argumentsJson, options, null);
  }

  /**
   * @param submitter the user of the thread that submits the call, which other threads do not know;
   *     {@code null} if unknown, or if the call runs on that thread
   */
  ToolCall(
      CatalogSnapshot among,
      Supplier<List<ServerStatus>> servers,
      String writtenName,
      @Nullable String argumentsJson,
      CallOptions options,
      @Nullable Object submitter) {
    this.among = among;
    this.servers = servers;
    this.writtenName = writtenName;
    this.argumentsJson = argumentsJson;
    this.options = options;
    this.submitter = submitter;
  }

  CatalogSnapshot among() {
    return among;
  }

  Supplier<List<ServerStatus>> servers() {
    return servers;
  }

  String writtenName() {
    return writtenName;
  }

  /** The tool that the caller prepared the call for; {@code null} if it has only the name. */
  @Nullable CatalogTool offered() {
    return offered;
  }

  /** The call is meant for this tool's server only. */
  ToolCall offered(@Nullable CatalogTool tool) {
    offered = tool;
    return this;
  }

  /** Whether there is no such tool. */
  boolean isUnknown() {
    return isUnknown;
  }

  /** There is no such tool: the catalog answers. */
  ToolCall unknown(Supplier<String> text) {
    isUnknown = true;
    return refusedBy(text);
  }

  /** The catalog refuses the call instead of asking a server. */
  ToolCall refusedBy(Supplier<String> text) {
    refusal = CallOutcome.Kind.REFUSED;
    return answeredBy(() -> ToolOutput.refusal(text.get()));
  }

  /** The catalog answers the call instead of a server. */
  ToolCall answeredBy(Supplier<ToolOutput> answer) {
    ownAnswer = answer;
    return this;
  }

  /** The catalog's own answer; {@code null} if a server answers. */
  @Nullable Supplier<ToolOutput> ownAnswer() {
    return ownAnswer;
  }

  /** Counts and reports the call for the catalog itself. */
  void chooseCatalog(ServerHistory history) {
    ownHistory = history;
  }

  /** Counts and reports the call. */
  ServerHistory history() {
    return ownHistory == null ? server().history() : ownHistory;
  }

  /** Chooses the tool and parses the arguments for it. */
  void chooseTool(CatalogTool chosen) {
    tool = chosen;
    try {
      arguments = ToolArguments.read(argumentsJson);
    } catch (JsonException e) {
      unreadable = e;
    }
  }

  CatalogTool tool() {
    return Objects.requireNonNull(tool);
  }

  /** The name by which the model calls the tool. */
  String modelName() {
    return modelName(tool());
  }

  /** The name by which the model calls this tool. */
  String modelName(CatalogTool called) {
    String shown = options.shownName();
    return shown == null ? called.modelName() : shown;
  }

  /** The current arguments, initially as the model wrote them. */
  Map<String, @Nullable Object> arguments() {
    return arguments;
  }

  void update(Map<String, @Nullable Object> updated) {
    arguments = updated;
  }

  /** Why the model's arguments cannot be parsed; {@code null} if they can. */
  @Nullable JsonException unreadable() {
    return unreadable;
  }

  /** The caller's options. */
  CallOptions options() {
    return options;
  }

  /** The user whom the options or the submitting thread name; {@code null} for neither. */
  @Nullable Object namedUser() {
    return options.user() == null ? submitter : options.user();
  }

  void madeBy(CallerContext context) {
    caller = context;
  }

  /** On whose behalf the call is made. */
  CallerContext caller() {
    return Objects.requireNonNull(caller);
  }

  /** The same; {@code null} before it is determined. */
  @Nullable CallerContext callerIfKnown() {
    return caller;
  }

  /** The thread's user could not be determined. */
  void userUnknown(RuntimeException failure) {
    userFailure = failure;
  }

  /** Throws the failure to determine the thread's user. */
  void requireUser() {
    if (userFailure != null) {
      throw userFailure;
    }
  }

  void approved() {
    isApproved = true;
  }

  /** What the guards know of the call; {@code null} if they do not count it. */
  @Nullable CountedCall counted() {
    return counted;
  }

  void counted(CountedCall call) {
    counted = call;
  }

  /** Requests progress for the catalog's listeners, besides that for the caller. */
  void reportProgress(Consumer<Progress> listener) {
    progressListener = listener;
  }

  void timeout(CallTimeout effective) {
    timeout = effective;
    sentOptions = sentOptions(effective.idle());
  }

  /** Copies the caller's options at most once, and only for what they do not have. */
  private CallOptions sentOptions(@Nullable Duration idle) {
    Duration added = options.idleTimeout() == null ? idle : null;
    Consumer<Progress> listener = progressListener;
    if (added == null && listener == null) {
      return options;
    }
    CallOptions.Builder copy = options.toBuilder();
    if (added != null) {
      copy.idleTimeout(added);
    }
    if (listener != null) {
      Consumer<Progress> callers = options.onProgress();
      copy.onProgress(callers == null ? listener : listener.andThen(callers));
    }
    return copy.build();
  }

  private CallTimeout timeout() {
    return Objects.requireNonNull(timeout);
  }

  /** The server's result; {@code null} if a step answered instead of the server. */
  @Nullable CallToolResult result() {
    return result instanceof CallToolResult answered ? answered : null;
  }

  /**
   * The call may end with an {@link #openRound}.
   *
   * @param isSuspending whether it may, when its server requires input
   * @param from the round to go on from; {@code null} for a new call
   */
  void suspendable(BooleanSupplier isSuspending, @Nullable McpResult from) {
    isSuspendable = isSuspending;
    resumed = from instanceof OpenRound round ? round : null;
  }

  /** The input that the server requires and that follows later; {@code null} if there is none. */
  @Nullable OpenRound openRound() {
    return result instanceof OpenRound open ? open : null;
  }

  /** Answers the call, or replaces its failure. */
  Next answer(ToolOutput answer) {
    recovered();
    output = answer;
    return Next.RETURN;
  }

  /** Answers the call, which is not made. */
  Next answer(ToolOutput answer, CallOutcome.Kind why) {
    refusal = why;
    return answer(answer);
  }

  /** Why the call is not made; {@code null} if it is, or fails. */
  CallOutcome.@Nullable Kind refusal() {
    return refusal;
  }

  /** The answer; {@code null} until there is one. */
  @Nullable ToolOutput output() {
    return output;
  }

  @Override
  String operation() {
    return "tools/call " + tool().name();
  }

  /** How this call uses the result store. */
  StoredResults.Access storeAccess() {
    return new StoredResults.Access(deadline(), server().history().callCounters());
  }

  @Override
  Deadline deadline() {
    return timeout().deadline();
  }

  @Override
  void refuseUnlessAllowed() {
    server().refuseUnlessAllowed(tool(), isApproved);
  }

  @Override
  boolean countsForCircuitBreaker() {
    return true;
  }

  @Override
  CircuitBreaker.Outcome outcome(McpException failure) {
    return FailureClassifier.of(failure, timeout());
  }

  @Override
  boolean mayRetry(McpException failure, RetryPolicy retryPolicy, int retries) {
    return (resumed == null || !failure.delivery().mayHaveRun())
        && retryPolicy.isDue(failure, tool().listed(), retries, deadline());
  }

  @Override
  Next send(ClientEngine client) {
    CompletableFuture<? extends McpResult> background = submitted;
    if (background != null) {
      result = background.join();
      return Next.RETURN;
    }
    sending();
    CallToolRequest request = new CallToolRequest(tool().name(), arguments);
    CallOptions sent = Objects.requireNonNull(sentOptions);
    McpCall<? extends McpResult> call =
        client.newSuspendableCall(request, sent, caller(), deadline(), isSuspendable, resumed);
    Executor executor = executor();
    if (executor == null) {
      result = call.execute();
      return Next.RETURN;
    }
    CompletableFuture<? extends McpResult> work = call.submit(executor);
    submitted = work;
    return Wait.ownWork(work);
  }

  @Override
  void attemptEnded() {
    super.attemptEnded();
    submitted = null;
  }

  @Override
  void report(ServerCalls calls, @Nullable McpException failure) {
    calls.toolCallEnded(failure);
  }
}
