package io.mcpbridge.catalog.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.result.StoredResults;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.supervision.ServerRegistry;
import io.mcpbridge.context.ThreadContextProvider;
import org.junit.jupiter.api.Test;

class CallPipelineTest {

  /** The order is what a call does; {@code docs/explanation/architecture.md} shows it. */
  @Test
  void runsStepsInDocumentedOrder() {
    CallPipeline pipeline =
        new CallPipeline(
            new ServerRegistry(ServerNames.none()),
            SchemaValidator.builtIn(),
            CallGuards.defaults(),
            new CallerStep(() -> ThreadContextProvider.NOTHING, null),
            new ApprovalStep(new Approvals(ApprovalPolicy::automatic)),
            new StoredResults(null),
            () -> false);

    assertThat(pipeline.steps())
        .extracting(step -> step.getClass().getSimpleName())
        .containsExactly(
            "ResolveToolStep",
            "CallerStep",
            "CallGuardStep",
            "CallEventsStep",
            "ErrorMappingStep",
            "DisabledToolsStep",
            "ArgumentParsingStep",
            "ArgumentsStep",
            "ApprovalStep",
            "ReadResultStep",
            "ResultStep",
            "DeadlineStep",
            "AvailabilityStep",
            "SupervisionStep",
            "RetryStep",
            "CircuitBreakerStep",
            "RetryAfterStep",
            "BulkheadStep",
            "StillAllowedStep",
            "CircuitBreakerPermissionStep",
            "ClientCallStep");
  }
}
