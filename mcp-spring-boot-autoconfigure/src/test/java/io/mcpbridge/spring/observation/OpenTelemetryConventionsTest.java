package io.mcpbridge.spring.observation;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Each attribute of OpenTelemetry's conventions for MCP, in the spans of chats. */
class OpenTelemetryConventionsTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final String SESSIONS = "2025-11-25";
  private static final String STATELESS = "2026-07-28";

  private static final String QUESTION =
      """
      {"method": "elicitation/create", "params": {"mode": "form", "message": "Sure?",
       "requestedSchema": {"type": "object", "properties": {}}}}
      """;

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  interface Assistant {
    String chat(String message);
  }

  @EnableAutoConfiguration
  static class Application {

    @Bean
    Traces traces() {
      return new Traces();
    }

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    Tracer tracer(Traces traces) {
      return traces.tracer();
    }

    @Bean
    Propagator propagator(Traces traces) {
      return traces.propagator();
    }

    @Bean
    InputHandlers inputs(ObservationRegistry observations) {
      return InputHandlers.builder()
          .elicitForm(
              (form, context) ->
                  Observation.createNotStarted("form", observations)
                      .observe(() -> ElicitResult.accept(Map.of())))
          .listRoots((request, context) -> new ListRootsResult(List.of()))
          .createMessage(
              (request, context) -> {
                throw new IllegalStateException("no model");
              })
          .build();
    }
  }

  /** An application that records no arguments of tools. */
  static class Redacting extends Application {

    @Bean
    ObservationFilter redaction() {
      return context -> {
        String key = "gen_ai.tool.call.arguments";
        return context.getHighCardinalityKeyValue(key) == null
            ? context
            : context.addHighCardinalityKeyValue(KeyValue.of(key, "[redacted]"));
      };
    }
  }

  @Test
  void toolCallOfLangChain4jHasEachAttribute() {
    server.speaking(SESSIONS);
    server.tool("forecast").returns(FakeResult.structured("{\"sky\":\"rain\"}"));
    run(
        context -> {
          ask(context);

          SpanData span = traces(context).span("tools/call forecast");
          assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
          assertThat(span.getStatus().getStatusCode()).isNotEqualTo(StatusCode.ERROR);
          assertThat(attributes(span))
              .containsExactlyInAnyOrderEntriesOf(
                  with(
                      http(SESSIONS, "tools/call"),
                      entry("gen_ai.operation.name", "execute_tool"),
                      entry("gen_ai.tool.name", "forecast"),
                      entry("jsonrpc.request.id", "" + server.received("tools/call").get(0).id()),
                      entry("mcp.session.id", sessionId()),
                      entry("gen_ai.tool.call.arguments", "{\"city\":\"Oslo\"}"),
                      entry("gen_ai.tool.call.result", "{\"sky\":\"rain\"}")));
        },
        "--mcp.client.observations.include=arguments,results,session-id");
  }

  /** OpenTelemetry: "SHOULD NOT create a separate span", where a span for the tool is open. */
  @Test
  void toolCallOfSpringAiAddsItsAttributesToTheSpanOfSpringAi() {
    server.speaking(SESSIONS);
    server.tool("forecast").returns(FakeResult.structured("{\"sky\":\"rain\"}"));
    run(
        context -> {
          chat(context);

          assertThat(names(context)).doesNotContain("tools/call forecast");
          SpanData span = toolSpanOfSpringAi(context);
          assertThat(attributes(span))
              .containsAllEntriesOf(
                  with(
                      joined(SESSIONS, "tools/call"),
                      entry("gen_ai.operation.name", "execute_tool"),
                      entry("gen_ai.tool.name", "forecast"),
                      entry("jsonrpc.request.id", "" + server.received("tools/call").get(0).id()),
                      entry("mcp.session.id", sessionId()),
                      entry("gen_ai.tool.call.arguments", "{\"city\":\"Oslo\"}"),
                      entry("gen_ai.tool.call.result", "{\"sky\":\"rain\"}")))
              .doesNotContainKeys("error.type", "rpc.response.status_code");
          assertThat(server.received("tools/call").get(0).meta().string("traceparent"))
              .contains(span.getTraceId() + "-" + span.getSpanId());
          assertThat(timer(context).timer().count()).isEqualTo(1);
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          assertThat(meters.get("spring.ai.tool").timer().getId().getTag("mcp.method.name"))
              .isNull();
        },
        "--mcp.client.observations.include=arguments,results,session-id");
  }

  @Test
  void failedToolCallOfSpringAiHasErrorOfTool() {
    server.tool("forecast").returns(FakeResult.error("closed on Sundays"));
    run(
        context -> {
          chat(context);

          SpanData span = toolSpanOfSpringAi(context);
          assertThat(attributes(span)).containsEntry("error.type", "tool_error");
          assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        });
  }

  @Test
  void successfulRetryLeavesNoErrorOnJoinedSpan() {
    server.tool("forecast").returns("Rain");
    run(
        context -> {
          server.injectNext("tools/call", Faults.httpStatus(429, Map.of("Retry-After", "1"), ""));
          chat(context);

          assertThat(server.received("tools/call")).hasSize(2);
          SpanData span = toolSpanOfSpringAi(context);
          assertThat(attributes(span)).doesNotContainKey("error.type");
          assertThat(span.getEvents()).isEmpty();
          assertThat(span.getStatus().getStatusCode()).isNotEqualTo(StatusCode.ERROR);
          assertThat(timer(context).tag("error.type", "429").timer().count()).isEqualTo(1);
        });
  }

  /** Each call of a span has its last attempt. */
  @Test
  void failedCallIsErrorOfJoinedSpanAlthoughAnotherSucceeds() {
    server.tool("broken").returns(FakeResult.failure(-32000, "closed"));
    server.tool("forecast").returns("Rain");
    run(
        context -> {
          Observation.createNotStarted("agent.tool", context.getBean(ObservationRegistry.class))
              .lowCardinalityKeyValue("gen_ai.operation.name", "execute_tool")
              .observe(
                  () -> {
                    call(context, "broken");
                    call(context, "forecast");
                  });

          assertThat(traces(context).span("agent.tool").getStatus().getStatusCode())
              .isEqualTo(StatusCode.ERROR);
        });
  }

  @Test
  void observationFiltersApplyToJoinedCalls() {
    server.tool("forecast").returns("Rain");
    run(
        Redacting.class,
        context -> {
          chat(context);

          assertThat(timer(context).tag("team", "sky").timer().count()).isEqualTo(1);
          assertThat(attributes(toolSpanOfSpringAi(context)))
              .containsEntry("gen_ai.tool.call.arguments", "[redacted]")
              .containsEntry("mcp.method.name", "tools/call");
        },
        "--mcp.client.observations.include=arguments",
        "--management.observations.key-values.team=sky");
  }

  @Test
  void observationPredicatesApplyToJoinedCalls() {
    server.tool("forecast").returns("Rain");
    run(
        context -> {
          chat(context);

          assertThat(
                  context
                      .getBean(MeterRegistry.class)
                      .find("mcp.client.operation.duration")
                      .timers())
              .isEmpty();
          assertThat(attributes(toolSpanOfSpringAi(context))).doesNotContainKey("mcp.method.name");
        },
        "--management.observations.enable.mcp.client=false");
  }

  @Test
  void joinsSpanNamedExecuteToolByAnyFramework() {
    server.tool("forecast").returns("Rain");
    run(
        context -> {
          ObservationRegistry registry = context.getBean(ObservationRegistry.class);
          Observation.createNotStarted("agent.tool", registry)
              .lowCardinalityKeyValue("gen_ai.operation.name", "execute_tool")
              .observe(() -> call(context, "forecast"));

          assertThat(names(context)).doesNotContain("tools/call forecast");
          assertThat(attributes(traces(context).span("agent.tool")))
              .containsEntry("mcp.method.name", "tools/call");
        });
  }

  @Test
  void opensSpanOfItsOwnIfSetSo() {
    server.tool("forecast").returns("Rain");
    run(
        context -> {
          chat(context);

          assertThat(traces(context).span("tools/call forecast").getParentSpanId())
              .isEqualTo(toolSpanOfSpringAi(context).getSpanId());
        },
        "--mcp.client.observations.join-tool-span=false");
  }

  @Test
  void recordsNoArgumentsResultsAndSessionByDefault() {
    server.speaking(SESSIONS);
    server.tool("forecast").returns("geheim");
    run(
        context -> {
          ask(context);

          assertThat(attributes(traces(context).span("tools/call forecast")))
              .doesNotContainKeys(
                  "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "mcp.session.id");
        });
  }

  @Test
  void cutsOffLongArgumentsAndResults() {
    server.tool("forecast").returns("x".repeat(10_000));
    run(
        context -> {
          ask(context);

          assertThat(
                  attributes(traces(context).span("tools/call forecast"))
                      .get("gen_ai.tool.call.result"))
              .hasSize(SensitiveAttributes.MAX_CHARS)
              .endsWith("x...");
        },
        "--mcp.client.observations.include=results");
  }

  @Test
  void recordsPromptVariables() {
    server.prompt("review", "Reviews", "Please review");
    run(
        context -> {
          catalog(context).client("weather").getPrompt("review", Map.of("branch", "main"));

          assertThat(attributes(traces(context).span("prompts/get review")))
              .containsEntry("gen_ai.prompt.name", "review")
              .containsEntry("gen_ai.prompt.variable.branch", "main")
              .doesNotContainKey("gen_ai.operation.name");
        },
        "--mcp.client.observations.include=arguments");
  }

  @Test
  void handshakeOfSessionHasSpans() {
    server.speaking(SESSIONS);
    run(
        context -> {
          SpanData initialize = last(context, "initialize");
          ReceivedMessage received = server.received("initialize").get(0);
          assertThat(initialize.getKind()).isEqualTo(SpanKind.CLIENT);
          assertThat(attributes(initialize))
              .containsExactlyInAnyOrderEntriesOf(
                  with(
                      http(SESSIONS, "initialize"),
                      entry("jsonrpc.request.id", "" + received.id())));
          assertThat(received.meta().string("traceparent"))
              .contains(initialize.getTraceId() + "-" + initialize.getSpanId());
          assertThat(attributes(last(context, "notifications/initialized")))
              .containsExactlyInAnyOrderEntriesOf(http(SESSIONS, "notifications/initialized"));
          SpanData refused = last(context, "server/discover"); // the probe
          assertThat(attributes(refused)).containsKey("error.type");
          assertThat(
                  context
                      .getBean(MeterRegistry.class)
                      .get("mcp.client.operation.duration")
                      .tag("mcp.method.name", "initialize")
                      .timer()
                      .count())
              .isEqualTo(1);
        });
  }

  @Test
  void discoveryHasSpan() {
    run(
        context ->
            assertThat(attributes(traces(context).span("server/discover")))
                .containsExactlyInAnyOrderEntriesOf(
                    with(
                        http(STATELESS, "server/discover"),
                        entry(
                            "jsonrpc.request.id",
                            "" + server.received("server/discover").get(0).id()))));
  }

  @Test
  void subscriptionsHaveSpans() {
    server.speaking(SESSIONS);
    server.resource("file:///a", "a", "text/plain", "text");
    run(
        context -> {
          catalog(context)
              .client("weather")
              .subscribe(
                  new SubscriptionFilter(false, false, false, Set.of("file:///a")),
                  new ChangeListener() {})
              .close();

          assertThat(attributes(last(context, "resources/subscribe")))
              .containsExactlyInAnyOrderEntriesOf(
                  with(
                      http(SESSIONS, "resources/subscribe"),
                      entry(
                          "jsonrpc.request.id",
                          "" + server.received("resources/subscribe").get(0).id()),
                      entry("mcp.resource.uri", "file:///a")));
        });
  }

  /** OpenTelemetry: "It covers the time to receive the response or ack from the peer". */
  @Test
  void spanOfListenStreamEndsAtItsAcknowledgment() {
    server.resource("file:///a", "a", "text/plain", "text");
    run(
        context -> {
          try (Subscription open =
              catalog(context)
                  .client("weather")
                  .subscribe(
                      new SubscriptionFilter(false, false, false, Set.of("file:///a")),
                      new ChangeListener() {})) {
            List<String> ids =
                server.received("subscriptions/listen").stream()
                    .map(received -> "" + received.id())
                    .toList();
            SpanData listen = last(context, "subscriptions/listen");
            assertThat(attributes(listen))
                .containsAllEntriesOf(http(STATELESS, "subscriptions/listen"))
                .doesNotContainKey("error.type");
            assertThat(attributes(listen).get("jsonrpc.request.id")).isIn(ids);
          }
        });
  }

  /** OpenTelemetry: "or by the MCP client when server initiates the operation". */
  @Test
  void requestOfServerIsServerSpan() {
    server.speaking(SESSIONS);
    String remote = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    asking(
        "form",
        FakeServerRequest.of(
            "elicitation/create",
            """
            {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}},
             "_meta": {"traceparent": "%s"}}
            """
                .formatted(remote)));
    asking("roots", FakeServerRequest.roots());
    asking("sampling", FakeServerRequest.sampling("Hi", 10));
    run(
        context -> {
          call(context, "form");
          call(context, "roots");
          call(context, "sampling");

          SpanData form = last(context, "elicitation/create");
          assertThat(form.getKind()).isEqualTo(SpanKind.SERVER);
          assertThat(form.getTraceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
          assertThat(form.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
          assertThat(last(context, "form").getParentSpanId()).isEqualTo(form.getSpanId());
          Map<String, String> expected = http(SESSIONS, "elicitation/create");
          expected.keySet().removeAll(List.of("server.address", "server.port"));
          assertThat(attributes(form))
              .containsKey("jsonrpc.request.id")
              .containsAllEntriesOf(expected)
              .doesNotContainKeys("error.type", "rpc.response.status_code");
          assertThat(attributes(last(context, "roots/list"))).doesNotContainKey("error.type");
          assertThat(attributes(last(context, "sampling/createMessage")))
              .containsEntry("error.type", "-32603")
              .containsEntry("rpc.response.status_code", "-32603");
          assertThat(
                  context
                      .getBean(MeterRegistry.class)
                      .get("mcp.server.operation.duration")
                      .tag("mcp.method.name", "elicitation/create")
                      .timer()
                      .count())
              .isEqualTo(1);
        });
  }

  /** 2026-07-28, multi round-trip requests: the server asks in its result. */
  @Test
  void inputRequiredByResultIsServerSpan() {
    server
        .tool("form")
        .handler(
            call ->
                call.inputResponses().has("q")
                    ? FakeResult.text("done")
                    : FakeResult.inputRequired("{\"q\": " + QUESTION + "}", null));
    run(
        context -> {
          assertThat(call(context, "form")).isEqualTo("done");

          SpanData form = last(context, "elicitation/create");
          assertThat(form.getKind()).isEqualTo(SpanKind.SERVER);
          assertThat(attributes(form))
              .containsEntry("mcp.protocol.version", STATELESS)
              .doesNotContainKey("jsonrpc.request.id");
        });
  }

  /** What each span of a request over HTTP has. */
  private Map<String, String> http(String version, String method) {
    return new TreeMap<>(
        Map.of(
            "mcp.method.name", method,
            "mcp.protocol.version", version,
            "network.transport", "tcp",
            "network.protocol.name", "http",
            "network.protocol.version", "1.1",
            "server.address", "127.0.0.1",
            "server.port", port(),
            "mcpbridge.server", "weather",
            "peer.service", "weather"));
  }

  /** The span of a framework has no peer. */
  private Map<String, String> joined(String version, String method) {
    Map<String, String> all = http(version, method);
    all.remove("peer.service");
    return all;
  }

  @SafeVarargs
  private static Map<String, String> with(
      Map<String, String> common, Map.Entry<String, String>... attributes) {
    Map<String, String> all = new TreeMap<>(common);
    for (Map.Entry<String, String> attribute : attributes) {
      all.put(attribute.getKey(), attribute.getValue());
    }
    return all;
  }

  private String port() {
    return String.valueOf(URI.create(server.url()).getPort());
  }

  private String sessionId() {
    return server.received("tools/call").get(0).header("Mcp-Session-Id");
  }

  private static Map<String, String> attributes(SpanData span) {
    Map<String, String> all = new TreeMap<>();
    span.getAttributes().forEach((key, value) -> all.put(key.getKey(), String.valueOf(value)));
    return all;
  }

  private static Traces traces(ConfigurableApplicationContext context) {
    return context.getBean(Traces.class);
  }

  private static List<String> names(ConfigurableApplicationContext context) {
    return traces(context).all().stream().map(SpanData::getName).toList();
  }

  private static SpanData last(ConfigurableApplicationContext context, String name) {
    return traces(context).all().stream()
        .filter(span -> span.getName().equals(name))
        .reduce((before, after) -> after)
        .orElseThrow(() -> new AssertionError("no " + name + " among " + names(context)));
  }

  private static SpanData toolSpanOfSpringAi(ConfigurableApplicationContext context) {
    return traces(context).all().stream()
        .filter(span -> attributes(span).containsKey("spring.ai.tool.definition.name"))
        .findAny()
        .orElseThrow(() -> new AssertionError("no tool among " + names(context)));
  }

  private void asking(String tool, FakeServerRequest question) {
    server
        .tool(tool)
        .handler(call -> FakeResult.text(String.valueOf(call.ask(question).error() == null)));
  }

  private static ToolCatalog catalog(ConfigurableApplicationContext context) {
    return context.getBean(ToolCatalog.class);
  }

  private static String call(ConfigurableApplicationContext context, String tool) {
    return catalog(context).call("weather__" + tool, "{}", CallOptions.defaults()).text();
  }

  private static void chat(ConfigurableApplicationContext context) {
    MODEL.callsTool("weather__forecast", "{\"city\":\"Oslo\"}").says("Take an umbrella");
    ChatClient chat =
        context
            .getBean(ChatClient.Builder.class)
            .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
            .build();
    assertThat(chat.prompt("Weather?").call().content()).isEqualTo("Take an umbrella");
  }

  private static void ask(ConfigurableApplicationContext context) {
    MODEL.callsTool("weather__forecast", "{\"city\":\"Oslo\"}").says("Take an umbrella");
    ChatModel model = OpenAiChatModel.builder().baseUrl(MODEL.url() + "/v1").apiKey("none").build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(context.getBean(McpToolProvider.class))
            .build();
    assertThat(assistant.chat("Weather?")).isEqualTo("Take an umbrella");
  }

  private static RequiredSearch timer(ConfigurableApplicationContext context) {
    return context
        .getBean(MeterRegistry.class)
        .get("mcp.client.operation.duration")
        .tag("gen_ai.tool.name", "forecast");
  }

  private void run(Consumer<ConfigurableApplicationContext> check, String... properties) {
    run(Application.class, check, properties);
  }

  private void run(
      Class<?> application, Consumer<ConfigurableApplicationContext> check, String... properties) {
    String[] all = List.of(properties).toArray(new String[properties.length + 3]);
    all[properties.length] = "--spring.ai.openai.base-url=" + MODEL.url();
    all[properties.length + 1] = "--spring.ai.openai.api-key=none";
    all[properties.length + 2] = "--mcp.client.servers.weather.url=" + server.url();
    try (ConfigurableApplicationContext context = Applications.start(application, all)) {
      assertThat(catalog(context).awaitReady(Duration.ofSeconds(60))).isTrue();
      check.accept(context);
    }
  }
}
