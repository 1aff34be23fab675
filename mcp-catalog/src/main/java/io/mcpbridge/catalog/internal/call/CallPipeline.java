package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.approval.Approvals;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.internal.resilience.CallGuard;
import io.mcpbridge.catalog.internal.resilience.CallTimeout;
import io.mcpbridge.catalog.internal.result.LenientSchemaValidator;
import io.mcpbridge.catalog.internal.result.OutputValidation;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallOutcome.Kind;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.Pipeline;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The steps of every call, in order. Those of features that are not configured are left out. */
public final class CallPipeline {

  /** The steps of all requests to a server: tool calls and {@linkplain ServerOperation others}. */
  private static final List<PipelineStep<ServerCall>> SERVER_STEPS =
      List.of(
          new AvailabilityStep(),
          new SupervisionStep(),
          new RetryStep(),
          new CircuitBreakerStep(),
          new RetryAfterStep(),
          new BulkheadStep(),
          new StillAllowedStep(),
          new CircuitBreakerPermissionStep(),
          new ClientCallStep());

  private static final Pipeline<ServerCall> OPERATIONS = new Pipeline<>(SERVER_STEPS);

  private final List<PipelineStep<? super ToolCall>> steps = new ArrayList<>();
  private final Pipeline<ToolCall> toolCalls;

  /**
   * @param ownHistory counts and reports the calls that the catalog itself answers
   * @param errorHandler chooses what the model reads about errors; {@code null} for the default
   * @param closed whether the catalog is closed
   */
  public CallPipeline(
      ServerRegistry servers,
      ServerHistory ownHistory,
      SchemaValidator validator,
      CallGuards guards,
      CallerStep callerStep,
      Approvals approvals,
      StoredResults stored,
      @Nullable ToolErrorHandler errorHandler,
      BooleanSupplier closed) {
    LenientSchemaValidator checks = new LenientSchemaValidator(validator);
    CallGuard guard = new CallGuard(guards);
    steps.add(new ResolveToolStep(servers, ownHistory, closed));
    steps.add(callerStep);
    if (guard.isLimiting()) {
      steps.add(new CallGuardStep(guard));
    }
    steps.add(new CallEventsStep());
    steps.add(new ErrorMappingStep(errorHandler));
    steps.add(new OwnAnswerStep());
    ArgumentsStep argumentsStep = new ArgumentsStep(checks);
    steps.add(argumentsStep);
    steps.add(new ApprovalStep(approvals, argumentsStep));
    steps.add(new DeadlineStep());
    if (stored.isEnabled()) {
      steps.add(new ReadResultStep(stored));
    }
    steps.add(new ResultStep(new OutputValidation(checks), stored));
    steps.addAll(SERVER_STEPS);
    this.toolCalls = new Pipeline<>(steps);
  }

  /** The steps of a tool call, in order. */
  List<PipelineStep<? super ToolCall>> steps() {
    return List.copyOf(steps);
  }

  /** Runs a tool call on this thread. */
  public ToolOutput run(ToolCall call) {
    toolCalls.run(call);
    return output(call);
  }

  /**
   * Prepares a tool call for {@link #submit}.
   *
   * @param over runs at its end
   */
  void prepare(ToolCall call, Executor executor, Runnable over) {
    toolCalls.prepare(call, executor, CallPipeline::closedNow, over);
  }

  /** Runs a prepared tool call on its executor. */
  void submit(ToolCall call) {
    toolCalls.submit(call);
  }

  static ToolOutput output(ToolCall call) {
    ToolOutput output = call.output();
    if (output == null) {
      throw new IllegalStateException("no step answered the call");
    }
    return output;
  }

  /** Runs a request other than a tool call on this thread. */
  static void run(ServerOperation<?> operation) {
    OPERATIONS.run(operation);
  }

  private static McpException closedNow(@Nullable Throwable cause) {
    return new McpUnavailableException("the catalog is closed", null, cause);
  }

  /**
   * Answers calls that reach no server: those of unknown tools and of the search tools. Rejects
   * calls of disabled tools, from any caller.
   */
  private static final class OwnAnswerStep implements PipelineStep<ToolCall> {

    @Override
    public Next before(ToolCall call) {
      Supplier<ToolOutput> answer = call.ownAnswer();
      if (answer != null) {
        return call.answer(answer.get());
      }
      return call.tool().visibility() == Visibility.DISABLED
          ? call.answer(
              ToolOutput.refusal(call.modelName() + " is disabled; go on without it."),
              Kind.REFUSED)
          : Next.PROCEED;
    }
  }

  /** Starts the time limit of a call, which covers everything after it. */
  private static final class DeadlineStep implements PipelineStep<ToolCall> {

    @Override
    public Next before(ToolCall call) {
      call.timeout(CallTimeout.of(call.server().options(), call.tool().name(), call.options()));
      return Next.PROCEED;
    }
  }

  /** Fails fast while the server is disconnected; supervision reconnects in the background. */
  private static final class AvailabilityStep implements PipelineStep<ServerCall> {

    @Override
    public Next before(ServerCall call) {
      call.server().lifecycle().refuseIfAway();
      return Next.PROCEED;
    }

    /** Failures name the server and the operation. */
    @Override
    public Next after(ServerCall call) {
      if (call.failure() instanceof McpException e) {
        throw call.described(call.server().name(), e);
      }
      return Next.RETURN;
    }
  }

  /** Reports to supervision what the end of a call reveals about the server. */
  private static final class SupervisionStep implements PipelineStep<ServerCall> {

    @Override
    public Next after(ServerCall call) {
      Throwable failure = call.failure();
      if (failure instanceof McpException e) {
        McpException described = call.described(call.server().name(), e); // supervision logs it
        call.report(call.server().calls(), described);
        throw described;
      }
      if (failure == null) {
        call.report(call.server().calls(), null);
      }
      return Next.RETURN;
    }
  }

  /** Fails fast while the circuit breaker is open, before the call waits for anything. */
  private static final class CircuitBreakerStep implements PipelineStep<ServerCall> {

    @Override
    public Next before(ServerCall call) {
      call.server().lifecycle().circuitBreaker().refuseIfOpen();
      return Next.PROCEED;
    }
  }

  /**
   * Checks again that a call is allowed, since it may have waited for an approval, a permit or the
   * server.
   */
  private static final class StillAllowedStep implements PipelineStep<ServerCall> {

    @Override
    public Next before(ServerCall call) {
      call.refuseUnlessAllowed();
      return Next.PROCEED;
    }
  }

  /** The last step: the client sends the request. */
  private static final class ClientCallStep implements PipelineStep<ServerCall> {

    @Override
    public Next before(ServerCall call) {
      return call.send(call.server().client());
    }

    /**
     * The credentials supplier may be unavailable, perhaps for this caller only. Listing the tools
     * shows.
     */
    @Override
    public Next after(ServerCall call) {
      call.attemptEnded();
      if (call.failure() instanceof McpUnavailableException) {
        call.server().calls().refreshRequired();
      }
      return Next.RETURN;
    }
  }
}
