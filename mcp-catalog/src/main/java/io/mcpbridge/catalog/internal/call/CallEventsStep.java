package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CallOutcome.Kind;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import java.time.Duration;
import java.time.Instant;

/** Counts each call and notifies the listeners of its start, progress and end. */
final class CallEventsStep implements PipelineStep<ToolCall> {

  private static final StepField<Started> STARTED = new StepField<>();

  /**
   * A call that the listeners know.
   *
   * @param nanoTime when they were told
   */
  private record Started(CallEvent event, long nanoTime) {}

  @Override
  public Next before(ToolCall call) {
    ServerHistory history = call.history();
    if (history.events().isWatched()) {
      CallEvent event = event(call);
      STARTED.set(call, new Started(event, System.nanoTime()));
      history.events().add(listener -> listener.callStarted(event));
      if (history.events().wantsProgress()) { // which costs messages
        call.reportProgress(
            progress ->
                history.events().addPassing(listener -> listener.progress(event, progress)));
      }
    }
    return Next.PROCEED;
  }

  @Override
  public Next after(ToolCall call) {
    ToolOutput output = call.output();
    // an error may be thrown to the caller as well
    if (output != null && (call.failure() == null || output.isError())) {
      ServerHistory history = call.history();
      history.called(output.failure());
      Started started = STARTED.get(call);
      if (started != null) {
        CallEvent event = started.event;
        CallOutcome outcome =
            outcome(call, output, Duration.ofNanos(System.nanoTime() - started.nanoTime));
        CallOutcome withOutput =
            history.events().wantsOutput() ? outcome.withOutput(output.text()) : outcome;
        history
            .events()
            .add(
                listener ->
                    listener.callFinished(
                        event,
                        withOutput == outcome || !listener.wantsOutput() ? outcome : withOutput));
      }
    }
    return Next.RETURN;
  }

  private static CallOutcome outcome(ToolCall call, ToolOutput output, Duration duration) {
    McpException failure = output.failure();
    Kind kind = call.refusal();
    if (failure != null) {
      kind = Kind.FAILED;
    } else if (kind == null) {
      kind = output.isError() ? Kind.ERROR : Kind.SUCCEEDED;
    }
    return new CallOutcome(kind, duration, failure == null ? null : failure.getMessage(), null);
  }

  private static CallEvent event(ToolCall call) {
    return new CallEvent(
        call.tool().modelName(), call.arguments().keySet(), Instant.now(), call.caller());
  }
}
