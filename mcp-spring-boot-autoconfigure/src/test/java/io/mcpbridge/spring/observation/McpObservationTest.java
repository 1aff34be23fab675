package io.mcpbridge.spring.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

/** A call in metrics, in traces, and in the request that the server receives. */
class McpObservationTest {

  private static final String OPERATION = "mcp.client.operation.duration";
  private static final String NONE = "none";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Traces traces = new Traces();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final ObservationRegistry registry = traces.registry(meters);

  @AfterEach
  void close() {
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void callIsChildSpanAndPropagated() {
    server.tool("forecast").returns("Rain");
    run(
        catalog -> {
          Observation.createNotStarted("chat", registry)
              .observe(
                  () ->
                      catalog.call(
                          "weather__forecast", "{\"key\": \"geheim\"}", CallOptions.defaults()));

          SpanData span = traces.span("tools/call forecast");
          ReceivedMessage received = server.received("tools/call").get(0);
          assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
          assertThat(span.getParentSpanId()).isEqualTo(traces.span("chat").getSpanId());
          assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
          assertThat(received.meta().string("traceparent"))
              .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-");
          assertThat(attribute(span, "mcp.method.name")).isEqualTo("tools/call");
          assertThat(attribute(span, "gen_ai.operation.name")).isEqualTo("execute_tool");
          assertThat(attribute(span, "gen_ai.tool.name")).isEqualTo("forecast");
          assertThat(attribute(span, "jsonrpc.request.id")).isEqualTo("" + received.id());
          assertThat(attribute(span, "mcp.protocol.version")).isEqualTo("2026-07-28");
          assertThat(attribute(span, "network.transport")).isEqualTo("tcp");
          assertThat(attribute(span, "server.address")).isEqualTo("127.0.0.1");
          assertThat(attribute(span, "server.port"))
              .isEqualTo("" + URI.create(server.url()).getPort());
          assertThat(attribute(span, "mcpbridge.server")).isEqualTo("weather");
          assertThat(span.getAttributes().toString()).doesNotContain("geheim");
        });
  }

  /** OpenTelemetry: {@code error.type}, for instance, is only for failed operations. */
  @Test
  void spansOmitAbsentAttributesAndMetersHaveFixedTags() {
    server.tool("forecast").returns("Rain");
    server.tool("broken").returns(FakeResult.error("closed on Sundays"));
    run(
        catalog -> {
          catalog.call("weather__forecast", "{}", CallOptions.defaults());
          catalog.call("weather__broken", "{}", CallOptions.defaults());

          SpanData good = traces.span("tools/call forecast");
          assertThat(good.getAttributes().asMap()).doesNotContainValue(NONE);
          assertThat(attribute(good, "error.type")).isNull();
          assertThat(attribute(good, "rpc.response.status_code")).isNull();
          assertThat(attribute(good, "gen_ai.prompt.name")).isNull();
          assertThat(attribute(traces.span("tools/call broken"), "error.type"))
              .isEqualTo("tool_error");
          assertThat(timer("forecast", NONE).getId().getTag("gen_ai.prompt.name")).isEqualTo(NONE);
        });
  }

  @Test
  void metersHaveConsistentTagKeys() {
    server.tool("forecast").returns("Rain");
    server.tool("broken").returns(FakeResult.error("closed on Sundays"));
    server.tool("refuses").returns(FakeResult.failure(-32602, "city must be a string"));
    server.tool("slow").neverAnswers();
    run(
        catalog -> {
          catalog.call("weather__forecast", "{}", CallOptions.defaults());
          catalog.call("weather__broken", "{}", CallOptions.defaults());
          catalog.call("weather__refuses", "{}", CallOptions.defaults());
          catalog.call(
              "weather__slow", "{}", CallOptions.builder().timeout(Duration.ofMillis(200)).build());

          assertThat(timer("forecast", NONE).count()).isEqualTo(1);
          assertThat(timer("broken", "tool_error").count()).isEqualTo(1);
          assertThat(timer("refuses", "-32602").getId().getTag("rpc.response.status_code"))
              .isEqualTo("-32602");
          assertThat(timer("slow", "timeout").count()).isEqualTo(1);
          assertThat(meters.get(OPERATION).tag("mcp.method.name", "tools/list").timers())
              .isNotEmpty();
          assertThat(meters.get(OPERATION).timers())
              .extracting(timer -> timer.getId().getTags().stream().map(t -> t.getKey()).toList())
              .allSatisfy(
                  keys ->
                      assertThat(keys)
                          .containsExactlyInAnyOrder(
                              "error",
                              "error.type",
                              "gen_ai.operation.name",
                              "gen_ai.prompt.name",
                              "gen_ai.tool.name",
                              "mcp.method.name",
                              "mcp.protocol.version",
                              "mcpbridge.server",
                              "network.protocol.name",
                              "network.protocol.version",
                              "network.transport",
                              "rpc.response.status_code",
                              "server.address",
                              "server.port"));
          assertThat(traces.span("tools/call broken").getStatus().getStatusCode())
              .isEqualTo(StatusCode.ERROR);
        });
  }

  /** Server-defined codes must not create unbounded meters. */
  @Test
  void customErrorCodesShareOneTagAndAreInSpan() {
    for (int code = 1; code <= 5; code++) {
      server.tool("refuses" + code).returns(FakeResult.failure(code, "no"));
    }
    run(
        catalog -> {
          for (int code = 1; code <= 5; code++) {
            catalog.call("weather__refuses" + code, "{}", CallOptions.defaults());
            Timer timer = timer("refuses" + code, "_OTHER");
            assertThat(timer.getId().getTag("rpc.response.status_code")).isEqualTo("_OTHER");
            SpanData span = traces.span("tools/call refuses" + code);
            assertThat(attribute(span, "error.type")).isEqualTo("_OTHER");
            assertThat(attribute(span, "rpc.response.status_code")).isEqualTo("" + code);
          }
        });
  }

  @Test
  void recordsPromptNameAndResourceUriWithoutSecrets() {
    server.prompt("review", "Reviews", "Please review");
    server.resource("https://me:geheim@host/a?key=geheim", "a", "text/plain", "text");
    run(
        catalog -> {
          catalog.client("weather").getPrompt("review", Map.of());
          catalog.client("weather").readResource("https://me:geheim@host/a?key=geheim");

          assertThat(attribute(traces.span("prompts/get review"), "gen_ai.prompt.name"))
              .isEqualTo("review");
          SpanData read = traces.span("resources/read");
          assertThat(attribute(read, "mcp.resource.uri")).isEqualTo("https://host/a");
          assertThat(read.getAttributes().toString()).doesNotContain("geheim");
        });
  }

  @Test
  void keepsTraceContextOfCaller() {
    server.tool("forecast");
    String traceParent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    run(
        catalog -> {
          catalog.call(
              "weather__forecast",
              "{}",
              CallOptions.builder()
                  .meta(Map.of("traceparent", traceParent, "com.example/a", 1))
                  .build());

          assertThat(server.received("tools/call").get(0).meta().toMap())
              .containsEntry("traceparent", traceParent)
              .containsKey("com.example/a");
        });
  }

  @Test
  void doesNotPropagateTraceIfDisabled() {
    server.tool("forecast");
    run(
        catalog -> {
          catalog.call("weather__forecast", "{}", CallOptions.defaults());

          traces.span("tools/call forecast");
          assertThat(server.received("tools/call").get(0).meta().has("traceparent")).isFalse();
        },
        "mcp.client.observations.trace-context=false");
  }

  @Test
  void usesConventionBean() {
    server.tool("forecast");
    McpClientObservationConvention convention =
        new DefaultMcpClientObservationConvention() {
          @Override
          public String getName() {
            return "acme.mcp";
          }

          @Override
          public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
            return KeyValues.of("peer", context.server());
          }
        };
    runner()
        .withBean(McpClientObservationConvention.class, () -> convention)
        .run(
            ready(
                catalog -> {
                  catalog.call("weather__forecast", "{}", CallOptions.defaults());

                  assertThat(meters.get("acme.mcp").tag("peer", "weather").timers()).isNotEmpty();
                  assertThat(meters.find(OPERATION).timers()).isEmpty();
                }));
  }

  @Test
  void recordsSessionDurationAtDisconnect() {
    server.speaking("2025-11-25");
    CountDownLatch again = new CountDownLatch(2);
    runner()
        .withBean(
            CatalogListener.class,
            () ->
                new CatalogListener() {
                  @Override
                  public void connected(String name, ServerInfo info) {
                    again.countDown();
                  }
                })
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              assertThat(meters.find("mcp.client.session.duration").timers()).isEmpty();
              catalog.disable("weather", "the operator");
              catalog.enable("weather");
              // events are dispatched serially, so earlier calls are measured by now
              assertThat(again.await(60, TimeUnit.SECONDS)).isTrue();

              Timer session = meters.get("mcp.client.session.duration").timer();
              assertThat(session.count()).isEqualTo(1);
              assertThat(session.totalTime(TimeUnit.NANOSECONDS)).isPositive();
              assertThat(session.getId().getTag("mcp.protocol.version")).isEqualTo("2025-11-25");
              assertThat(session.getId().getTag("mcpbridge.server")).isEqualTo("weather");
              assertThat(session.getId().getTag("error.type")).isEqualTo(NONE);
              assertThat(session.getId().getTag("network.transport")).isEqualTo("tcp");
              assertThat(session.getId().getTag("network.protocol.name")).isEqualTo("http");
              assertThat(session.getId().getTag("network.protocol.version")).isEqualTo("1.1");
              assertThat(session.getId().getTag("server.address")).isEqualTo("127.0.0.1");
              assertThat(session.getId().getTag("server.port"))
                  .isEqualTo("" + URI.create(server.url()).getPort());
            });
  }

  @Test
  void recordsSessionAtShutdown() {
    SessionMeter sessions = new SessionMeter(meters);
    sessions.connected("weather", new ServerInfo("2025-11-25", null, Map.of(), null, Map.of()));
    sessions.close();

    assertThat(meters.get("mcp.client.session.duration").timer().count()).isEqualTo(1);
  }

  @Test
  void observesNothingWithoutRegistry() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class, McpObservationAutoConfiguration.class))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpObservations"));
    runner()
        .withClassLoader(new FilteredClassLoader("io.micrometer"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(ToolCatalog.class)
                    .doesNotHaveBean("mcpObservations"));
  }

  private Timer timer(String tool, String errorType) {
    return meters.get(OPERATION).tag("gen_ai.tool.name", tool).tag("error.type", errorType).timer();
  }

  private static String attribute(SpanData span, String key) {
    return span.getAttributes().get(AttributeKey.stringKey(key));
  }

  private void run(Consumer<ToolCatalog> check, String... properties) {
    runner().withPropertyValues(properties).run(ready(check));
  }

  private static ContextConsumer<AssertableApplicationContext> ready(Consumer<ToolCatalog> check) {
    return context -> {
      ToolCatalog catalog = context.getBean(ToolCatalog.class);
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      check.accept(catalog);
    };
  }

  private ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class, McpObservationAutoConfiguration.class))
        .withBean(MeterRegistry.class, () -> meters)
        .withBean(ObservationRegistry.class, () -> registry)
        .withPropertyValues("mcp.client.servers.weather.url=" + server.url());
  }
}
