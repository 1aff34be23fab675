package io.mcpbridge.spring.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.spring.observation.OtlpCollector.ReceivedSpan;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.StdioEndpoint;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * The traces of one chat, as Spring Boot exports them over OTLP by its properties, have each
 * attribute of OpenTelemetry's conventions for MCP.
 */
class OtlpExportTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  /** The attributes of the client and of the server span (docs/gen-ai/mcp.md), all that apply. */
  private static final Set<String> CONVENTIONS =
      Set.of(
          "mcp.method.name",
          "error.type",
          "gen_ai.prompt.name",
          "gen_ai.tool.name",
          "jsonrpc.request.id",
          "mcp.resource.uri",
          "rpc.response.status_code",
          "gen_ai.operation.name",
          "mcp.protocol.version",
          "mcp.session.id",
          "network.protocol.name",
          "network.protocol.version",
          "network.transport",
          "server.address",
          "server.port",
          "gen_ai.tool.call.arguments",
          "gen_ai.tool.call.result",
          "gen_ai.prompt.variable.branch");

  /** Always JSON-RPC 2.0; a server's request arrives on a connection of the client. */
  private static final Set<String> NOT_APPLICABLE =
      Set.of("jsonrpc.protocol.version", "client.address", "client.port");

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
    InputHandlers inputs() {
      return InputHandlers.builder()
          .elicitForm((form, context) -> ElicitResult.accept(Map.of()))
          .createMessage(
              (request, context) -> {
                throw new IllegalStateException("no model");
              })
          .build();
    }
  }

  /** A server over stdio. */
  static final class Local {

    private Local() {}

    public static void main(String[] args) {
      try (FakeMcpServer local = FakeMcpServer.create()) {
        local.tool("clock").returns("noon");
        StdioEndpoint.serve(local, System.in, System.out);
      }
    }
  }

  @Test
  void exportsEachAttributeOfChatWithLangChain4j() throws Exception {
    List<ReceivedSpan> spans =
        export(
            context ->
                assertThat(
                        AiServices.builder(Assistant.class)
                            .chatModel(
                                OpenAiChatModel.builder()
                                    .baseUrl(MODEL.url() + "/v1")
                                    .apiKey("none")
                                    .build())
                            .toolProvider(context.getBean(McpToolProvider.class))
                            .build()
                            .chat("Weather?"))
                    .isEqualTo("Take an umbrella"));

    check(spans, Span.SpanKind.SPAN_KIND_CLIENT);
    assertThat(only(spans, tool("forecast")).name()).isEqualTo("tools/call forecast");
  }

  /** The spans of tool calls are Spring AI's own. */
  @Test
  void exportsEachAttributeOfChatWithSpringAi() throws Exception {
    List<ReceivedSpan> spans =
        export(
            context ->
                assertThat(
                        context
                            .getBean(ChatClient.Builder.class)
                            .defaultToolCallbacks(context.getBean(McpToolCallbackProvider.class))
                            .build()
                            .prompt("Weather?")
                            .call()
                            .content())
                    .isEqualTo("Take an umbrella"));

    check(spans, Span.SpanKind.SPAN_KIND_INTERNAL);
    assertThat(only(spans, tool("forecast")).attributes())
        .containsKey("spring.ai.tool.definition.name");
  }

  private void check(List<ReceivedSpan> spans, Span.SpanKind kindOfToolCalls) {
    Set<String> ticked = new TreeSet<>();
    ReceivedSpan forecast = only(spans, tool("forecast"));
    assertThat(forecast.span().getKind()).isEqualTo(kindOfToolCalls);
    assertThat(forecast.span().getStatus().getCode())
        .isNotEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(forecast.attributes()).doesNotContainKeys("error.type", "rpc.response.status_code");
    tick(
        ticked,
        forecast,
        Map.ofEntries(
            Map.entry("mcp.method.name", "tools/call"),
            Map.entry("gen_ai.operation.name", "execute_tool"),
            Map.entry("gen_ai.tool.name", "forecast"),
            Map.entry("jsonrpc.request.id", id("tools/call", 0)),
            Map.entry("mcp.protocol.version", FakeRevisions.V2025_11_25),
            Map.entry("mcp.session.id", session()),
            Map.entry("network.transport", "tcp"),
            Map.entry("network.protocol.name", "http"),
            Map.entry("network.protocol.version", "1.1"),
            Map.entry("server.address", "127.0.0.1"),
            Map.entry("server.port", "" + URI.create(server.url()).getPort()),
            Map.entry("gen_ai.tool.call.arguments", "{\"city\":\"Oslo\"}"),
            Map.entry("gen_ai.tool.call.result", "{\"sky\":\"rain\"}")));

    ReceivedSpan broken = only(spans, tool("broken"));
    assertThat(broken.span().getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(broken.span().getStatus().getMessage()).contains("closed today");
    assertThat(broken.attributes()).doesNotContainKey("gen_ai.tool.call.result");
    tick(ticked, broken, Map.of("error.type", "-32000", "rpc.response.status_code", "-32000"));

    ReceivedSpan local = only(spans, tool("clock"));
    assertThat(local.attributes())
        .doesNotContainKeys(
            "network.protocol.name",
            "network.protocol.version",
            "server.address",
            "server.port",
            "mcp.session.id");
    tick(ticked, local, Map.of("network.transport", "pipe"));

    tick(
        ticked,
        only(spans, named("prompts/get review")),
        Map.of("gen_ai.prompt.name", "review", "gen_ai.prompt.variable.branch", "main"));
    tick(ticked, only(spans, named("resources/read")), Map.of("mcp.resource.uri", "file:///a"));

    ReceivedSpan form = only(spans, named("elicitation/create"));
    assertThat(form.span().getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
    assertThat(form.attributes()).doesNotContainKey("error.type").containsKey("jsonrpc.request.id");
    tick(
        ticked,
        form,
        Map.of(
            "mcp.method.name", "elicitation/create",
            "mcp.protocol.version", FakeRevisions.V2025_11_25,
            "mcp.session.id", session(),
            "network.transport", "tcp",
            "network.protocol.name", "http",
            "network.protocol.version", "1.1"));
    ReceivedSpan sampling = only(spans, named("sampling/createMessage"));
    assertThat(sampling.span().getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
    assertThat(sampling.span().getStatus().getCode())
        .isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(sampling.attributes()).containsKey("error.type");

    assertThat(ticked).containsExactlyInAnyOrderElementsOf(CONVENTIONS);
    assertThat(spans)
        .allSatisfy(
            span ->
                assertThat(span.attributes())
                    .doesNotContainKeys(NOT_APPLICABLE.toArray(String[]::new)));
    assertThat(CONVENTIONS)
        .allSatisfy(
            key -> assertThat(spans).noneMatch(span -> "none".equals(span.attributes().get(key))));
    assertThat(spans).allSatisfy(span -> assertThat(span.service()).isEqualTo("weather-agent"));
    ReceivedSpan chat = only(spans, named("chat"));
    assertThat(List.of(forecast, broken, local))
        .allSatisfy(
            span -> assertThat(span.span().getTraceId()).isEqualTo(chat.span().getTraceId()));
  }

  private static void tick(Set<String> ticked, ReceivedSpan span, Map<String, String> expected) {
    assertThat(span.attributes()).containsAllEntriesOf(expected);
    ticked.addAll(expected.keySet());
  }

  private String id(String method, int index) {
    return String.valueOf(server.received(method).get(index).id());
  }

  private String session() {
    return server.received("tools/call").get(0).header("Mcp-Session-Id");
  }

  private static Predicate<ReceivedSpan> tool(String name) {
    return span -> name.equals(span.attributes().get("gen_ai.tool.name"));
  }

  private static Predicate<ReceivedSpan> named(String name) {
    return span -> span.name().equals(name);
  }

  private static ReceivedSpan only(List<ReceivedSpan> spans, Predicate<ReceivedSpan> filter) {
    List<ReceivedSpan> matching = spans.stream().filter(filter).toList();
    assertThat(matching).as("among %s", spans.stream().map(ReceivedSpan::name).toList()).hasSize(1);
    return matching.get(0);
  }

  /** Chats, closes the application, which sends what it has not sent yet, and returns the spans. */
  private List<ReceivedSpan> export(Consumer<ConfigurableApplicationContext> chat)
      throws Exception {
    server.speaking(FakeRevisions.V2025_11_25);
    server
        .tool("forecast")
        .handler(
            call -> {
              call.ask(FakeServerRequest.form("Sure?", "{\"type\":\"object\",\"properties\":{}}"));
              call.ask(FakeServerRequest.sampling("Hi", 10));
              return FakeResult.structured("{\"sky\":\"rain\"}");
            });
    server.tool("broken").returns(FakeResult.failure(-32000, "closed today"));
    server.prompt("review", "Reviews", "Please review");
    server.resource("file:///a", "a", "text/plain", "text");
    MODEL
        .callsTool("weather__forecast", "{\"city\":\"Oslo\"}")
        .callsTool("weather__broken", "{}")
        .callsTool("local__clock", "{}")
        .says("Take an umbrella");
    try (OtlpCollector collector = new OtlpCollector()) {
      try (ConfigurableApplicationContext context = start(collector)) {
        ToolCatalog catalog = context.getBean(ToolCatalog.class);
        assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
        Observation.createNotStarted("chat", context.getBean(ObservationRegistry.class))
            .observe(() -> chat.accept(context));
        catalog.client("weather").getPrompt("review", Map.of("branch", "main"));
        catalog.client("weather").readResource("file:///a");
      }
      return List.copyOf(collector.spans());
    }
  }

  private ConfigurableApplicationContext start(OtlpCollector collector) {
    return Applications.start(
        Application.class,
        "--spring.application.name=weather-agent",
        "--management.tracing.sampling.probability=1.0",
        "--management.otlp.tracing.endpoint=" + collector.url(), // Spring Boot 3
        "--management.opentelemetry.tracing.export.otlp.endpoint=" + collector.url(),
        "--mcp.client.observations.include=arguments,results,session-id",
        "--mcp.client.servers.weather.url=" + server.url(),
        "--mcp.client.servers.local.command="
            + Path.of(System.getProperty("java.home"), "bin", "java"),
        "--mcp.client.servers.local.args[0]=-cp",
        "--mcp.client.servers.local.args[1]=" + System.getProperty("java.class.path"),
        "--mcp.client.servers.local.args[2]=" + Local.class.getName(),
        "--spring.ai.openai.base-url=" + MODEL.url(),
        "--spring.ai.openai.api-key=none");
  }
}
