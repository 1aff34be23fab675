package io.mcpbridge.catalog.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.state.CatalogListeners;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.ResultStore;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallPipelineTest {

  /** The order is what a call does; {@code docs/explanation/architecture.md} shows it. */
  @Test
  void runsStepsInDocumentedOrder() {
    assertThat(steps(CallGuards.defaults(), InMemoryResultStore.create()))
        .containsExactly(
            "ResolveToolStep",
            "CallerStep",
            "CallGuardStep",
            "CallEventsStep",
            "ErrorMappingStep",
            "OwnAnswerStep",
            "ArgumentsStep",
            "ApprovalStep",
            "DeadlineStep",
            "ReadResultStep",
            "ResultStep",
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

  @Test
  void leavesOutTheStepsOfFeaturesThatAreNotConfigured() {
    CallGuards disabled =
        CallGuards.builder().maxCallsPerInvocation(0).maxConsecutiveFailures(0).build();

    assertThat(steps(disabled, null))
        .contains("CallerStep", "ResultStep")
        .doesNotContain("CallGuardStep", "ReadResultStep");
    assertThat(steps(CallGuards.builder().maxCallsPerInvocation(0).build(), null))
        .contains("CallGuardStep");
  }

  /** Each limit, also one that is added later. */
  @Test
  void anyLimitAloneAddsTheStepThatCounts() throws Exception {
    int limits = 0;
    for (Method setter : CallGuards.Builder.class.getMethods()) {
      if (Arrays.equals(setter.getParameterTypes(), new Class<?>[] {int.class})) {
        CallGuards.Builder guards =
            CallGuards.builder().maxCallsPerInvocation(0).maxConsecutiveFailures(0);
        setter.invoke(guards, 1);

        assertThat(steps(guards.build(), null)).as(setter.getName()).contains("CallGuardStep");
        limits++;
      }
    }
    assertThat(limits).isGreaterThan(3);
  }

  private static List<String> steps(CallGuards guards, @Nullable ResultStore store) {
    CallPipeline pipeline =
        new CallPipeline(
            new ServerRegistry(ServerNames.none()),
            new ServerHistory("", new CatalogListeners(List.of()), Runnable::run),
            SchemaValidator.builtIn(),
            guards,
            new CallerStep(() -> ThreadContextProvider.NOTHING, null),
            new Approvals(ApprovalPolicy::allowAll, () -> {}),
            new StoredResults(store, Runnable::run),
            null,
            () -> false);
    return pipeline.steps().stream().map(step -> step.getClass().getSimpleName()).toList();
  }
}
