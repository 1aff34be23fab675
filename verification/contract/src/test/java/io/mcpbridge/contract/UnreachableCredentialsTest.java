package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.ProtocolFaults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.internal.http.StreamResumability;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call needs credentials for each of its requests. Without those for a later one, the tool may
 * have run.
 */
class UnreachableCredentialsTest {

  private static final Duration OFTEN = Duration.ofMillis(10);

  private final OneServer weather = new OneServer();
  private final AtomicBoolean isUnreachable = new AtomicBoolean();

  @AfterEach
  void close() {
    weather.close();
  }

  static List<McpException> failures() {
    return List.of(
        new McpUnavailableException("the vault is unreachable", null),
        new McpAuthorizationException("the vault is unreachable"),
        new McpException("the vault is unreachable"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aCallWhoseStreamCannotBeResumedMayHaveRun(McpException failure) {
    startInterrupted(
        request -> {
          throw failure;
        });

    ToolOutput output = weather.call("now");

    assertThat(output.failure())
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContainingAll("tools/call", "is lost", "the vault is unreachable");
    assertMayHaveRun(output, "whether it took effect is unknown");
  }

  @Test
  void aCallThatWaitsForCredentialsToResumeItsStreamMayHaveRun() {
    startInterrupted(UnreachableCredentialsTest::awaitToken);

    ToolOutput output = weather.call("now", Duration.ofSeconds(1));

    assertThat(output.failure())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("waiting for a token");
    assertMayHaveRun(output, "it may still have run");
  }

  @Test
  void closingEndsWaitForCredentialsToResumeStream() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    startInterrupted(
        request -> {
          waiting.countDown();
          return awaitToken(request);
        });
    CompletableFuture<ToolOutput> call = weather.submit("now");
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

    weather.catalog().close();

    ToolOutput output = call.get(60, TimeUnit.SECONDS);
    assertThat(output.failure()).isInstanceOf(McpConnectionLostException.class);
    assertMayHaveRun(output, "whether it took effect is unknown");
  }

  @ParameterizedTest
  @ValueSource(strings = {FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28})
  void aTaskThatCannotBePolledMayHaveRun(String revision) {
    startTask(revision, new McpUnavailableException("the vault is unreachable", null));

    ToolOutput output = weather.call("now");

    assertThat(output.failure())
        .isInstanceOf(McpUnavailableException.class)
        .hasMessageContainingAll("tools/call now", "the vault is unreachable");
    assertMayHaveRun(output, "temporarily unavailable; whether it took effect is unknown");
  }

  @Test
  void aTaskThatCannotBePolledMayHaveRunWhateverTheApplicationsException() {
    VaultException unreachable = new VaultException();
    startTask(FakeRevisions.V2026_07_28, unreachable);

    ToolOutput output = weather.call("now");

    assertThat(output.failure()).isInstanceOf(McpUnavailableException.class).hasCause(unreachable);
    assertMayHaveRun(output, "temporarily unavailable; whether it took effect is unknown");
  }

  /** Is not copied, as it does not override {@code copy}. */
  private static final class VaultException extends McpUnavailableException {
    private static final long serialVersionUID = 1L;

    private VaultException() {
      super("the vault is unreachable", null);
    }
  }

  private void assertMayHaveRun(ToolOutput output, String expectedText) {
    assertThat(output.failure().delivery().mayHaveRun()).isTrue();
    assertThat(output.text()).contains(expectedText).doesNotContain("did not run");
    assertThat(weather.arrived()).isEqualTo(1);
  }

  /** The server ends the stream of the next call before its response. */
  private void startInterrupted(Credentials toResume) {
    weather.server.speaking(FakeRevisions.V2025_11_25).tool("now").returns("sunny");
    StreamResumability.standard().retryingAfter(OFTEN).applyTo(weather.server.http());
    start(
        request ->
            isUnreachable.get() && request.method().equals("GET")
                ? toResume.headersFor(request)
                : Map.of());
    weather.server.injectNext("tools/call", ProtocolFaults.closeBeforeResponse());
    isUnreachable.set(true);
  }

  /** The server runs the next call as a task. */
  private void startTask(String revision, McpException toPoll) {
    weather.server.speaking(revision).tool("now").runsAs(FakeTask.polledEvery(OFTEN).working(1));
    start(
        request -> {
          if (new String(request.body(), StandardCharsets.UTF_8).contains("tasks/get")) {
            throw toPoll;
          }
          return Map.of();
        });
  }

  private void start(Credentials credentials) {
    Transport transport =
        StreamableHttpTransport.builder(URI.create(weather.server.url()))
            .credentials(credentials)
            .build();
    weather.start(transport, ServerOptions.defaults());
  }

  private static Map<String, String> awaitToken(OutgoingRequest request) {
    request.waitContext().await(new CompletableFuture<>(), Duration.ofMinutes(5), "a token");
    return Map.of();
  }
}
