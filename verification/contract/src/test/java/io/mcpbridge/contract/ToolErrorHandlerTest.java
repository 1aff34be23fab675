package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ToolErrorHandler;
import io.mcpbridge.catalog.server.ToolErrorHandler.ToolError;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.error.McpToolErrorException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the model reads about a failed call, decided by the application. */
class ToolErrorHandlerTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<ToolError> errors = new ArrayList<>();
  private ToolCatalog catalog;

  @BeforeEach
  void script() {
    server.tool("read").returns("text");
    server.tool("broken").returns(FakeResult.error("closed"));
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private void start(ToolErrorHandler handler) {
    start(handler, settings -> settings);
  }

  private void start(ToolErrorHandler handler, UnaryOperator<ToolCatalogBuilder> settings) {
    catalog =
        settings
            .apply(ToolCatalog.builder().server("s", server.transport()))
            .toolErrorHandler(
                error -> {
                  errors.add(error);
                  return handler.handle(error);
                })
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ToolOutput call(String tool) {
    return catalog.call("s__" + tool, "{}", CallOptions.builder().user("ada").build());
  }

  @Test
  void modelReadsTextOfHandlerAboutErrorOfTool() {
    start(error -> error.tool().server() + " says: " + error.output().text());

    ToolOutput output = call("broken");

    assertThat(output.text()).isEqualTo("s says: Error: closed");
    assertThat(output.isError()).isTrue();
    assertThat(output.content()).as("for the application").hasSize(1);
    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).tool().name()).isEqualTo("broken");
    assertThat(errors.get(0).caller().user()).isEqualTo("ada");
    assertThat(errors.get(0).caller().isCallKnown()).isTrue();
    assertThat(errors.get(0).output().failure()).isNull();
  }

  @Test
  void exceptionTextOfHandlersTextIsWithoutPrefix() {
    start(error -> error.output().text() + "; ask the administrator");

    ToolOutput output = call("broken");

    assertThat(output.text()).isEqualTo("Error: closed; ask the administrator");
    assertThat(output.exceptionText()).isEqualTo("closed; ask the administrator");
  }

  @Test
  void modelReadsTextOfHandlerAboutFailure() {
    start(error -> "Ask the administrator.");
    server.injectNext("tools/call", Faults.error(-32000, "no license"));

    ToolOutput output = call("read");

    assertThat(output.text()).isEqualTo("Ask the administrator.");
    assertThat(output.failure()).isInstanceOf(McpErrorResponseException.class);
    assertThat(errors.get(0).exception()).isSameAs(output.failure());
    assertThat(errors.get(0).output().text())
        .isEqualTo("The call of s__read was refused: no license");
  }

  @Test
  void handlerSeesInvalidArgumentsAndDeniedCalls() {
    start(
        error -> "no",
        settings -> settings.approval(ApprovalPolicy.builder().deny("broken").build()));

    assertThat(catalog.call("s__read", "{").text()).isEqualTo("no");
    assertThat(call("broken").text()).isEqualTo("no");

    assertThat(errors.get(0).output().failure()).isInstanceOf(McpInvalidArgumentsException.class);
    assertThat(errors.get(1).output().text()).contains("s__broken");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void resultsAndUnknownToolsDoNotReachHandler() {
    start(error -> "no");

    assertThat(call("read").text()).isEqualTo("text");
    assertThat(call("unknown").isError()).isTrue();

    assertThat(errors).isEmpty();
  }

  @Test
  void asynchronousCallsReachHandler() {
    start(error -> "no");

    assertThat(catalog.callAsync("s__broken", "{}").join().text()).isEqualTo("no");
  }

  @Test
  void exceptionOfHandlerFallsBackToDefaultText() {
    start(
        error -> {
          throw new IllegalStateException("password=hunter22");
        });

    assertThat(call("broken").text()).isEqualTo("Error: closed");
  }

  @Test
  void blankTextOfHandlerFallsBackToDefaultText() {
    start(error -> error.tool().name().equals("read") ? null : " ");

    assertThat(call("broken").text()).isEqualTo("Error: closed");
    assertThat(catalog.call("s__read", "{").text()).contains("not JSON");
  }

  @Test
  void credentialsOfUrlsAreRedactedInTextOfHandler() {
    start(error -> "see https://ada:hunter22@example.com/status");

    assertThat(call("broken").text()).isEqualTo("see https://***@example.com/status");
  }

  @Test
  void mcpExceptionOfHandlerIsThrownToCaller() throws InterruptedException {
    BlockingQueue<CallOutcome> outcomes = new LinkedBlockingQueue<>();
    start(
        error -> {
          throw error.exception();
        },
        settings ->
            settings
                .callGuards(CallGuards.builder().maxConsecutiveFailures(2).build())
                .listener(
                    new CatalogListener() {
                      @Override
                      public void callFinished(CallEvent call, CallOutcome outcome) {
                        outcomes.add(outcome);
                      }
                    }));

    assertThatThrownBy(() -> call("broken"))
        .isInstanceOf(McpToolErrorException.class)
        .hasMessage("Server \"s\", tools/call broken: closed");
    assertThatThrownBy(() -> catalog.callAsync("s__broken", "{}").join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(McpToolErrorException.class);

    assertThat(outcomes.poll(60, TimeUnit.SECONDS)).as("event of the first call").isNotNull();
    assertThat(outcomes.poll(60, TimeUnit.SECONDS)).as("event of the second call").isNotNull();
    assertThat(catalog.servers().get(0).counters().calls()).isEqualTo(2);
  }
}
