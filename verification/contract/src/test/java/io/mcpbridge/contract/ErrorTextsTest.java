package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.ProtocolFaults;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For each failure the developer reads server, tool, operation, response and the setting to change;
 * the model reads one short sentence without those details.
 */
class ErrorTextsTest {

  private static final String SECRET = "s3cret";

  private final FakeMcpServer server = FakeMcpServer.create().named("weather", "1");
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  /**
   * One kind of call failure.
   *
   * @param name of the kind
   * @param answer the server's response to each call
   * @param before how many calls fail before the one under test
   * @param model the text that the model reads
   * @param developer fragments of the message that the developer reads
   */
  record Case(String name, Fault answer, int before, String model, List<String> developer) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static Case of(String name, Fault answer, String model, String... developer) {
    return new Case(name, answer, 0, model, List.of(developer));
  }

  private static Fault values(int count) {
    return turn ->
        turn.answer(
            right -> {
              JsonObject result = JsonObject.of(right.map("result"));
              List<Integer> values = Collections.nCopies(count, 1);
              return List.of(right.with("result", result.with("values", values)).toMap());
            });
  }

  static Stream<Case> cases() {
    return Stream.of(
        of(
            "no answer in time",
            Faults.silence(),
            "did not answer in time; it may still have run.",
            "no answer",
            "1 s",
            "setting timeout"),
        of(
            "credentials refused",
            Faults.httpStatus(401),
            "is not authorized; a user must grant access first.",
            "401",
            "credentials",
            "headers"),
        of(
            "not allowed",
            Faults.httpStatus(403),
            "is not authorized; a user must grant access first.",
            "403",
            "credentials",
            "headers"),
        of(
            "wrong path",
            Faults.httpStatus(405),
            "failed; trying the same again will not help.",
            "405",
            "setting url"),
        of(
            "turned away",
            Faults.httpStatus(429, Map.of("Retry-After", "40"), ""),
            "is temporarily unavailable; it did not run. Go on without it or try again in about 40"
                + " seconds.",
            "429",
            "wait: 40"),
        of(
            "server failed",
            Faults.httpStatus(500),
            "failed; whether it took effect is unknown. Try again later.",
            "500",
            "setting url"),
        of(
            "connection lost",
            Faults.disconnect(),
            "whether it took effect is unknown.",
            "closed the connection without an answer"),
        of(
            "unsupported content type",
            Faults.html(),
            "could not be understood; whether it took effect is unknown.",
            "text/html",
            "setting: url"),
        of(
            "refused by the server",
            Faults.error(-32602, "city is missing"),
            "was refused: city is missing",
            "-32602",
            "city is missing"),
        of(
            "result too large",
            ProtocolFaults.huge(100_000),
            "was too large; ask for less.",
            "JsonLimits.withMaxMessageBytes"),
        of(
            "too deep",
            ProtocolFaults.deep(700),
            "was too large; ask for less.",
            "JsonLimits.withMaxDepth"),
        of(
            "too many values",
            values(5_000),
            "was too large; ask for less.",
            "more than 5000 values",
            "raise JsonLimits.withMaxValues"),
        new Case(
            "circuit open",
            Faults.httpStatus(500),
            2,
            "is temporarily unavailable; it did not run.",
            List.of(
                "circuit breaker open until",
                "CallLimits.circuitBreakerFailureThreshold",
                "CallLimits.circuitBreakerOpenDuration",
                "500")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void errorsHaveModelAndDeveloperMessages(Case wrong) {
    server.tool("now").returns("sunny");
    start(
        ServerOptions.builder()
            .timeout(Duration.ofMillis(wrong.name().equals("no answer in time") ? 1_000 : 60_000))
            .callLimits(
                CallLimits.builder()
                    .circuitBreakerFailureThreshold(2)
                    .circuitBreakerOpenDuration(Duration.ofMinutes(1))
                    .maxRetries(0)
                    .build())
            .build());
    server.inject("tools/call", wrong.answer());
    for (int i = 0; i < wrong.before(); i++) {
      assertThat(call("{}").isError()).isTrue();
    }

    ToolOutput output = call("{\"city\": \"" + SECRET + "\"}");

    assertThat(output.isError()).isTrue();
    assertThat(output.text())
        .contains("weather__now", wrong.model())
        .doesNotContain("127.0.0.1", SECRET, "setting")
        .hasSizeLessThan(200);
    assertThat(output.failure())
        .hasMessageStartingWith("Server \"weather\", tools/call now: ")
        .hasMessageContainingAll(wrong.developer().toArray(CharSequence[]::new));
    assertThat(output.failure().getMessage()).doesNotContain(SECRET);
  }

  @Test
  void tooManyInputRounds() {
    server
        .tool("now")
        .handler(
            call -> FakeResult.inputRequired("{\"r\": {\"method\": \"roots/list\"}}", "state"));
    start(
        ServerOptions.builder().callLimits(CallLimits.builder().maxInputRounds(2).build()).build());

    ToolOutput output = call("{}");

    assertThat(output.text()).contains("weather__now asked for input too many times");
    assertThat(output.failure())
        .hasMessageContainingAll("weather", "now", "2 times", "CallLimits.maxInputRounds");
    assertThat(server.received("tools/call")).hasSize(3);
  }

  @Test
  void rejectsMalformedJsonArguments() {
    server.tool("now").returns("sunny");
    start(ServerOptions.defaults());

    assertThat(call("{\"city\": Oslo}").text())
        .contains("The arguments of weather__now cannot be read", "line 1");
    assertThat(server.received("tools/call")).isEmpty();
  }

  private void start(ServerOptions options) {
    catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                StreamableHttpTransport.builder(URI.create(server.url()))
                    .header("Authorization", "Bearer " + SECRET)
                    .limits(JsonLimits.defaults().withMaxMessageBytes(50_000).withMaxValues(5_000))
                    .build(),
                options)
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots((request, context) -> new ListRootsResult(List.of()))
                    .build())
            .build();
    assertThat(catalog.awaitReady(OneServer.SOON)).isTrue();
  }

  private ToolOutput call(String arguments) {
    return catalog.call("weather__now", arguments, CallOptions.defaults());
  }
}
