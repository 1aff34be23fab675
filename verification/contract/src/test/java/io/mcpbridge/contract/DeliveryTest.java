package io.mcpbridge.contract;

import static io.mcpbridge.error.Delivery.ANSWERED;
import static io.mcpbridge.error.Delivery.NOT_RUN;
import static io.mcpbridge.error.Delivery.NOT_SENT;
import static io.mcpbridge.error.Delivery.REFUSED;
import static io.mcpbridge.error.Delivery.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.ProtocolFaults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each failure says about the delivery of the call: to applications, to the retry, and to the
 * model.
 */
class DeliveryTest {

  private static final String MAY_HAVE_RUN =
      "(?s).*(whether it took effect is unknown|may still).*";
  private static final String READ_ONLY = "{\"readOnlyHint\": true}";

  private final FakeMcpServer weather = FakeMcpServer.create().named("weather", "1");
  private final AtomicReference<ToolCatalog> catalog = new AtomicReference<>();
  private final AtomicReference<RuntimeException> noCredentials = new AtomicReference<>();
  private RuntimeException failsAfterArrival;
  private ServerOptions options = ServerOptions.defaults();
  private CallOptions callOptions = CallOptions.defaults();
  private Consumer<ToolCatalogBuilder> settings = builder -> {};

  @AfterEach
  void close() {
    if (catalog.get() != null) {
      catalog.get().close();
    }
    weather.close();
  }

  /**
   * A row of the table.
   *
   * @param arrived how many requests reached the server
   */
  private record Case(
      String name,
      Consumer<DeliveryTest> before,
      Consumer<DeliveryTest> connected,
      Delivery delivery,
      int arrived) {}

  /** A failure of the first call, with revision 2026-07-28. */
  private static Case fails(
      String name, Consumer<DeliveryTest> connected, Delivery delivery, int arrived) {
    return new Case(name, test -> {}, connected, delivery, arrived);
  }

  static Stream<Arguments> cases() {
    return Stream.of(
            // before anything is sent
            new Case(
                "approved for a server that is gone",
                test ->
                    test.settings =
                        builder ->
                            builder.approval(
                                ApprovalPolicy.builder()
                                    .ask("*")
                                    .handler(
                                        request -> {
                                          test.catalog.get().disable("weather", "an operator");
                                          return ApprovalDecision.allow();
                                        })
                                    .build()),
                test -> {},
                NOT_SENT,
                0),
            new Case(
                "an interceptor fails",
                test ->
                    test.settings =
                        builder ->
                            builder.addCallInterceptor(
                                chain -> {
                                  if (chain.request() instanceof CallToolRequest) {
                                    throw new McpException("not today");
                                  }
                                  return chain.proceed(chain.request());
                                }),
                test -> {},
                NOT_SENT,
                0),
            fails(
                "credentials are unreachable",
                test ->
                    test.noCredentials.set(
                        new McpUnavailableException("the vault is unreachable", null)),
                NOT_SENT,
                0),
            fails("the server is gone", test -> test.weather.close(), NOT_SENT, 0),

            // the server rejects the request
            fails("401", test -> test.inject(401), NOT_RUN, 1),
            fails("403", test -> test.inject(403), NOT_RUN, 1),
            fails("429, twice", test -> test.inject(429, 429), NOT_RUN, 2),
            new Case(
                "the session is lost, again and again",
                test -> test.weather.speaking(FakeRevisions.V2025_11_25),
                test ->
                    test.weather.injectNext(
                        "tools/call",
                        Faults.forgetSessions(),
                        Faults.forgetSessions(),
                        Faults.forgetSessions(),
                        Faults.forgetSessions()),
                NOT_RUN,
                4),

            // the server answers
            fails(
                "an error",
                test -> test.weather.injectNext("tools/call", Faults.error(-32603, "no")),
                REFUSED,
                1),
            fails(
                "an answer that cannot be used",
                test -> test.weather.injectNext("tools/call", ProtocolFaults.bothResultAndError()),
                SENT,
                1),
            new Case(
                "required input without a handler for it",
                test ->
                    test.weather
                        .tool("now")
                        .handler(
                            call ->
                                FakeResult.inputRequired(
                                    "{\"r\": {\"method\": \"roots/list\"}}", "state")),
                test -> {},
                ANSWERED,
                1),

            // no answer
            fails("500", test -> test.inject(500), SENT, 1),
            fails("503", test -> test.inject(503), SENT, 1),
            fails(
                "the connection is lost",
                test -> test.weather.injectNext("tools/call", Faults.disconnect()),
                SENT,
                1),
            fails("a page", test -> test.weather.injectNext("tools/call", Faults.html()), SENT, 1),
            fails(
                "silence",
                test -> {
                  // long enough that the request is sent on a busy machine, too
                  test.callOptions = CallOptions.builder().timeout(Duration.ofSeconds(5)).build();
                  test.weather.injectNext("tools/call", Faults.silence());
                },
                SENT,
                1),

            // several attempts: the one that may have done most decides
            new Case(
                "lost, then rejected",
                DeliveryTest::readOnly,
                test ->
                    test.weather.injectNext(
                        "tools/call", Faults.disconnect(), Faults.httpStatus(429)),
                SENT,
                2),
            new Case(
                "lost, then credentials are unreachable",
                DeliveryTest::readOnly,
                test -> {
                  test.weather.injectNext("tools/call", Faults.disconnect());
                  test.failCredentialsAfterFirstCall();
                },
                SENT,
                1),
            fails(
                "rejected, then lost",
                test ->
                    test.weather.injectNext(
                        "tools/call", Faults.httpStatus(429), Faults.disconnect()),
                SENT,
                2))
        .map(row -> Arguments.of(row.name(), row));
  }

  private void inject(int... statuses) {
    for (int status : statuses) {
      weather.injectNext("tools/call", Faults.httpStatus(status));
    }
  }

  private void readOnly() {
    weather.tool("now").annotations(READ_ONLY).returns("sunny");
    options =
        ServerOptions.builder()
            .trustAnnotations(true)
            .callLimits(CallLimits.builder().maxRetries(1).build())
            .build();
  }

  private void failCredentialsAfterFirstCall() {
    failsAfterArrival = new McpUnavailableException("the vault is unreachable", null);
  }

  private Map<String, String> headers() {
    RuntimeException failure = noCredentials.get();
    if (failure == null && !weather.received("tools/call").isEmpty()) {
      failure = failsAfterArrival;
    }
    if (failure != null) {
      throw failure;
    }
    return Map.of();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void failureSaysHowFarTheCallGot(String name, Case row) {
    weather.tool("now").returns("sunny");
    row.before().accept(this);
    Credentials credentials = request -> headers();
    ToolCatalogBuilder builder =
        ToolCatalog.builder()
            .server(
                "weather",
                StreamableHttpTransport.builder(weather.url()).credentials(credentials).build(),
                options);
    settings.accept(builder);
    catalog.set(builder.build());
    assertThat(catalog.get().awaitReady(OneServer.SOON)).isTrue();
    row.connected().accept(this);

    ToolOutput output = catalog.get().call("weather__now", "{}", callOptions);

    assertThat(output.failure()).isNotNull();
    assertThat(output.failure().delivery()).isEqualTo(row.delivery());
    assertThat(weather.received("tools/call")).hasSize(row.arrived());
    if (!row.delivery().mayHaveRun()) {
      assertThat(output.text()).doesNotMatch(MAY_HAVE_RUN);
    } else if (row.delivery() == SENT) {
      assertThat(output.text()).matches(MAY_HAVE_RUN);
    }
  }
}
