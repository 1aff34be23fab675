package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.resilience.CallGuard;
import io.mcpbridge.catalog.internal.resilience.CallGuard.CountedCall;
import io.mcpbridge.catalog.internal.resilience.CallGuard.Refusal;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpCallLimitException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses the calls of a model in a loop. Runs before the step that maps exceptions to sentences,
 * because a refusal may have to end the request to the agent.
 */
final class CallGuardStep implements PipelineStep<ToolCall> {

  private static final Logger log = LoggerFactory.getLogger(CallGuardStep.class);

  private final CallGuard guard;

  CallGuardStep(CallGuard guard) {
    this.guard = guard;
  }

  @Override
  public Next before(ToolCall call) {
    CallOptions options = call.options();
    CountedCall counted =
        guard.begin(options.invocationId(), call.caller().user(), options.conversationId());
    if (counted == null) {
      return Next.PROCEED;
    }
    Refusal refusal = counted.refusal();
    if (refusal == null) {
      call.counted(counted);
      return Next.PROCEED;
    }
    report(call, refusal);
    return call.answer(
        refused(
            call.modelName(),
            refusal,
            call.described(call.tool().server(), new McpCallLimitException(refusal.reason()))));
  }

  private static ToolOutput refused(String modelName, Refusal refusal, McpException failure) {
    if (refusal.isFirst()) {
      log.warn("The tool calls of a model are refused, first {}: {}", modelName, refusal.reason());
    }
    if (refusal.isFatal()) {
      throw failure;
    }
    return ToolOutput.failure(
        modelName
            + " did not run: "
            + refusal.sentence()
            + ". Call no more tools; answer with what you have.",
        failure);
  }

  @Override
  public Next after(ToolCall call) {
    CountedCall counted = call.counted();
    ToolOutput output = call.output();
    if (counted != null && output != null) {
      counted.ended(output.isError());
    }
    return Next.RETURN;
  }

  private static void report(ToolCall call, Refusal refusal) {
    CatalogTool tool = call.tool();
    CallOptions options = call.options();
    ServerHistory history = call.history();
    history.callCounters().increment(Counter.LIMITED);
    if (history.events().isWatched()) {
      CallLimitEvent event =
          new CallLimitEvent(
              tool.server(),
              tool.name(),
              tool.modelName(),
              refusal.reason(),
              call.caller(),
              options.invocationId(),
              Instant.now());
      history.events().add(listener -> listener.callLimitReached(event));
    }
  }
}
