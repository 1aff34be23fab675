package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.internal.pipeline.Pipeline;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PingRequest;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClientCallsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  /** The order is what a call does; {@code docs/explanation/architecture.md} shows it. */
  @Test
  void runsStepsInDocumentedOrder() {
    ClientSettings settings = settings();
    ClientCalls calls =
        new ClientCalls(
            new CurrentSettings(settings), new Pagination(settings::maxPages, omission -> {}));

    assertThat(calls.steps())
        .extracting(step -> step.getClass().getSimpleName())
        .containsExactly(
            "InFlightStep",
            "InterceptorsStep",
            "TaskPollingStep",
            "InputRequiredStep",
            "CacheStep",
            "ToolListRefreshStep",
            "ReconnectStep",
            "ToolListPrefetchStep",
            "SessionLogLevelStep",
            "InterceptorsStep",
            "ExchangeStep");
    calls.close();
  }

  /** A call that has ended already runs no step. */
  @Test
  void endsFutureOfACallThatNoStepAnswered() {
    ClientSettings settings = settings();
    ClientCalls calls =
        new ClientCalls(
            new CurrentSettings(settings), new Pagination(settings::maxPages, omission -> {}));
    ClientCall ended =
        new ClientCall(
            new Pipeline<>(List.of()),
            settings,
            new PingRequest(),
            CallOptions.defaults(),
            CallerContext.unknown(settings.name()),
            Deadline.after(SOON));
    ended.cancel(Runnable::run);
    assertThatThrownBy(() -> calls.run(ended)).isInstanceOf(McpCancelledException.class);

    CompletableFuture<McpResult> future =
        calls.submit(ended.another(new PingRequest(), Deadline.after(SOON)), Runnable::run);

    assertThat(future).isCompletedExceptionally();
    calls.close();
  }

  private static ClientSettings settings() {
    try (ClientEngine engine = (ClientEngine) McpClient.of(StdioTransport.of("unused"))) {
      return engine.settings();
    }
  }
}
