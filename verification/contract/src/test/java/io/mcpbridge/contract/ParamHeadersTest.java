package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpHeaderMismatchException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.Tool;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arguments sent as headers (2026-07-28, Streamable HTTP), and requests that must not carry them.
 */
class ParamHeadersTest {

  private static final String CALL = "tools/call";
  private static final String LIST = "tools/list";
  private static final String HEADER = "Mcp-Param-Region";
  private static final String SCHEMA =
      "{\"type\": \"object\", \"properties\": {\"region\": {\"type\": \"%s\", \"x-mcp-header\":"
          + " \"Region\"}, \"query\": {\"type\": \"string\"}}}";
  private static final String ARGUMENTS = "{\"region\":\"Zürich\",\"query\":\"q\"}";
  private static final String ENCODED = "=?base64?WsO8cmljaA==?=";

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private McpClient connect(String revision, TransportType type) {
    server.speaking(revision);
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .inputHandlers(
                InputHandlers.builder()
                    .elicitForm((form, context) -> ElicitResult.accept(Map.of()))
                    .build())
            .build();
    return client;
  }

  private McpClient connect() {
    server.tool("run").inputSchema(SCHEMA.formatted("string")).returns("ran");
    return connect(FakeRevisions.V2026_07_28, TransportType.HTTP_JSON);
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"HTTP_JSON", "HTTP_EVENT_STREAM"})
  void anAnnotatedArgumentIsRepeatedInItsHeaderAndTheBodyStays(TransportType type) {
    server.tool("run").inputSchema(SCHEMA.formatted("string")).returns("ran");
    connect(FakeRevisions.V2026_07_28, type).listTools();

    assertThat(client.callTool("run", ARGUMENTS).text()).isEqualTo("ran");

    ReceivedMessage call = server.received(CALL).get(0);
    assertThat(call.header(HEADER)).isEqualTo(ENCODED);
    assertThat(call.header("Mcp-Param-query")).isNull();
    assertThat(call.arguments().toJson()).isEqualTo(ARGUMENTS);
  }

  @Test
  void excludesOnlyToolWithInvalidHeaderAnnotation() {
    server.tool("bad").inputSchema(SCHEMA.formatted("number"));

    assertThat(connect().listTools()).extracting(Tool::name).containsExactly("run");
  }

  @Test
  void excludesToolWithDisallowedParamHeader() {
    server.tool("secret").inputSchema(SCHEMA.formatted("string"));
    server.tool("run").inputSchema(SCHEMA.formatted("string")).returns("ran");
    endpoint = TransportType.HTTP_JSON.to(server.speaking(FakeRevisions.V2026_07_28));
    client =
        McpClient.builder(endpoint.transport())
            .paramHeaders((tool, argument) -> tool.equals("run") && argument.equals("region"))
            .build();

    assertThat(client.listTools()).extracting(Tool::name).containsExactly("run");
    assertThat(client.callTool("run", ARGUMENTS).text()).isEqualTo("ran");
    assertThat(server.received(CALL).get(0).header(HEADER)).isEqualTo(ENCODED);
  }

  static Stream<Arguments> waysWithoutSuchHeaders() {
    return Matrix.all()
        .filter(
            arguments ->
                !(arguments.get()[0].equals(FakeRevisions.V2026_07_28)
                    && ((TransportType) arguments.get()[1]).isStreamableHttp()));
  }

  @ParameterizedTest
  @MethodSource("waysWithoutSuchHeaders")
  void ignoresHeaderAnnotationsOutsideStatelessHttp(String revision, TransportType type) {
    server.tool("odd").inputSchema(SCHEMA.formatted("number")).returns("ran");

    assertThat(connect(revision, type).listTools()).extracting(Tool::name).containsExactly("odd");
    assertThat(client.callTool("odd", "{\"region\":1.5}").text()).isEqualTo("ran");
    assertThat(server.received(CALL).get(0).headers()).doesNotContainKey(HEADER);
  }

  @Test
  void listsToolsAndRetriesIfToolWasNotListed() {
    assertThat(connect().callTool("run", ARGUMENTS).text()).isEqualTo("ran");

    assertThat(server.received(CALL))
        .extracting(call -> call.headers().get(HEADER))
        .containsExactly(null, ENCODED);
    assertThat(server.received(LIST)).hasSize(1);

    assertThat(client.callTool("run", ARGUMENTS).text()).isEqualTo("ran");
    assertThat(server.received(CALL)).hasSize(3);
  }

  @Test
  void refreshesSchemaAndRetriesAfterHeaderMismatch() {
    server.pageSize(1).tool("first");
    connect().listTools();
    server.tool("run").inputSchema(SCHEMA.formatted("string").replace("Region", "Site"));
    server.clearReceived();

    assertThat(client.callTool("run", ARGUMENTS).isError()).isFalse();

    assertThat(server.received(CALL)).hasSize(2);
    assertThat(server.received(CALL).get(1).header("Mcp-Param-Site")).isEqualTo(ENCODED);
    assertThat(server.received(CALL).get(1).header(HEADER)).isNull();
    assertThat(server.received(LIST)).hasSize(2);
  }

  @Test
  void reportsPersistentHeaderMismatchAfterOneRetry() {
    server.inject(CALL, Faults.error(400, -32020, "Mcp-Param-Region was stripped"));

    assertThatThrownBy(() -> connect().callTool("run", ARGUMENTS))
        .isInstanceOf(McpHeaderMismatchException.class)
        .hasMessageContainingAll("\"fake\"", "tools/call run", "Mcp-Param-Region was stripped");
    assertThat(server.received(CALL)).hasSize(2);
    assertThat(server.received(LIST)).hasSize(1);
  }

  @Test
  void listsToolsOnlyForToolCallHeaderMismatch() {
    server.resource("a:b", "b", "text/plain", "text");
    server.inject("resources/read", Faults.error(400, -32020, "Mcp-Name was stripped"));

    assertThatThrownBy(
            () ->
                connect().newCall(new ReadResourceRequest("a:b"), CallOptions.defaults()).execute())
        .isInstanceOf(McpHeaderMismatchException.class);
    assertThat(server.received(LIST)).isEmpty();
  }

  @Test
  void sendsParamHeadersInEveryInputRound() {
    server
        .tool("run")
        .inputSchema(SCHEMA.formatted("string"))
        .handler(
            call ->
                call.inputResponses().has("it")
                    ? FakeResult.text("state " + call.requestState())
                    : FakeResult.inputRequired(
                        "{\"it\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\","
                            + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}}",
                        "s1"));
    connect(FakeRevisions.V2026_07_28, TransportType.HTTP_JSON).listTools();
    server.injectNext(
        CALL,
        serverTurn -> serverTurn.answer(),
        Faults.error(400, -32020, "another node's schema"));

    assertThat(client.callTool("run", ARGUMENTS).text()).isEqualTo("state s1");

    assertThat(server.received(CALL))
        .hasSize(3)
        .allSatisfy(call -> assertThat(call.header(HEADER)).isEqualTo(ENCODED));
    assertThat(server.received(LIST)).hasSize(2);
    assertThat(server.received(LIST).get(1).params().toMap()).containsOnlyKeys("_meta");
  }

  @Test
  void rejectsNumberThatHeaderCannotRepresent() {
    server.tool("count").inputSchema(SCHEMA.formatted("integer"));
    connect().listTools();

    assertThatThrownBy(() -> client.callTool("count", "{\"region\":9007199254740993}"))
        .isInstanceOf(McpInvalidArgumentsException.class)
        .hasMessageContainingAll("\"region\"", "9007199254740993");
    assertThat(server.received(CALL)).isEmpty();
  }

  @Test
  void modelErrorNamesInvalidArgument() {
    server.tool("count").inputSchema(SCHEMA.formatted("integer"));
    connect();
    try (ToolCatalog catalog = ToolCatalog.builder().server("fake", endpoint.transport()).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

      ToolOutput output =
          catalog.call("fake__count", "{\"region\":9007199254740993}", CallOptions.defaults());

      assertThat(output.isError()).isTrue();
      assertThat(output.text())
          .contains("was not made", "\"region\" is the number 9007199254740993");
    }
  }
}
