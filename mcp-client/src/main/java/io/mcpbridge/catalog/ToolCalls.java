package io.mcpbridge.catalog;

import io.mcpbridge.arguments.SchemaValidator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The chain of steps from a model's call to the server and back. */
final class ToolCalls {

  private final List<ToolCallStep> steps;

  ToolCalls(SchemaValidator validator, ApprovalStep approvalStep) {
    LenientSchemaValidator checks = new LenientSchemaValidator(validator);
    this.steps =
        List.of(
            new CallEventsStep(),
            new ErrorMappingStep(),
            new DisabledToolsStep(),
            new ArgumentParsingStep(),
            new ArgumentsStep(checks),
            approvalStep,
            new InvokeStep(new OutputValidation(checks)));
  }

  ToolOutput run(ToolCall call) {
    return from(0).proceed(call);
  }

  CompletableFuture<ToolOutput> runAsync(ToolCall call, AsyncCall async) {
    return asyncFrom(0, async).proceed(call);
  }

  private ToolCallStep.AsyncRest asyncFrom(int step, AsyncCall async) {
    return call -> steps.get(step).takeAsync(call, async, asyncFrom(step + 1, async));
  }

  private ToolCallStep.Chain from(int step) {
    return call -> steps.get(step).take(call, from(step + 1));
  }
}
