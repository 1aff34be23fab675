package io.mcpbridge.langchain4j.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpBlobResourceContents;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.McpException;
import dev.langchain4j.mcp.client.McpGetPromptResult;
import dev.langchain4j.mcp.client.McpIcon;
import dev.langchain4j.mcp.client.McpPrompt;
import dev.langchain4j.mcp.client.McpPromptArgument;
import dev.langchain4j.mcp.client.McpPromptMessage;
import dev.langchain4j.mcp.client.McpResource;
import dev.langchain4j.mcp.client.McpResourceTemplate;
import dev.langchain4j.mcp.client.McpRoot;
import dev.langchain4j.mcp.client.McpTextResourceContents;
import dev.langchain4j.mcp.client.McpToolMetadataKeys;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.McpToolProviderBuilder;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract of LangChain4j's {@code McpClient}, by its documentation and by the behavior of
 * LangChain4j's own client: run against that one and ours. The migration page has a row for each
 * intended difference, and each row is tested here.
 */
class McpClientContractTest {

  private static final Path PAGE = Path.of("../docs/how-to/migrate-from-langchain4j-mcp.md");
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String A = "file:///a";

  private final FakeMcpServer server = newServer();
  private final BlockingQueue<String> updated = new LinkedBlockingQueue<>();
  private Connected connected;

  /** The implementation under test. */
  enum Kind {
    LANGCHAIN4J,
    CATALOG
  }

  /** A client, and what to close after it. */
  private record Connected(McpClient client, AutoCloseable... resources) {

    void close() throws Exception {
      client.close();
      for (AutoCloseable resource : resources) {
        resource.close();
      }
    }
  }

  /** The latest revision of both: langchain4j-mcp 1.18.1 supports no newer one. */
  private static FakeMcpServer newServer() {
    return FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  }

  @AfterEach
  void close() throws Exception {
    if (connected != null) {
      connected.close();
    }
    server.close();
  }

  private McpClient connect(Kind kind) {
    return connect(kind, SOON, McpToolProviderBuilder::throwErrors);
  }

  private McpClient connect(
      Kind kind, Duration timeout, UnaryOperator<McpToolProviderBuilder> options) {
    connected =
        switch (kind) {
          case LANGCHAIN4J -> new Connected(langChain4jClient(timeout));
          case CATALOG -> catalogClient(timeout, options);
        };
    return connected.client();
  }

  private McpClient langChain4jClient(Duration timeout) {
    return DefaultMcpClient.builder()
        .key("s")
        .transport(
            StreamableHttpMcpTransport.builder().url(server.url()).subsidiaryChannel(true).build())
        .toolExecutionTimeout(timeout)
        .autoHealthCheck(false)
        .onResourceUpdated((client, uri) -> updated.add(uri))
        .build();
  }

  private Connected catalogClient(Duration timeout, UnaryOperator<McpToolProviderBuilder> options) {
    McpToolProvider tools =
        options
            .apply(
                McpToolProvider.builder()
                    .server(
                        "s",
                        StreamableHttpTransport.of(server.url()),
                        ServerOptions.builder().timeout(timeout).build())
                    .returnToolResultAttributes(true))
            .build();
    assertThat(tools.awaitReady(SOON)).isTrue();
    return new Connected(CatalogMcpClient.of(tools, "s", updated::add), tools);
  }

  private static ToolExecutionRequest request(String tool, String arguments) {
    return ToolExecutionRequest.builder().id("c1").name(tool).arguments(arguments).build();
  }

  private static ToolExecutionResult call(McpClient client, String tool) {
    return client.executeTool(request(tool, "{}"));
  }

  @ParameterizedTest
  @EnumSource
  void exposesKeyAndInstructions(Kind kind) {
    server.instructions("Be brief.");
    McpClient client = connect(kind);

    assertThat(client.key()).isEqualTo("s");
    assertThat(client.instructions()).isEqualTo("Be brief.");
    client.checkHealth();
  }

  @ParameterizedTest
  @EnumSource
  void listsToolAddedByCall(Kind kind) {
    addsToolDuringCall();
    McpClient client = connect(kind);
    assertThat(client.listTools()).extracting(ToolSpecification::name).containsExactly("enable");

    call(client, "enable");

    awaitAnnouncement(() -> client.listTools().size() == 2);
    assertThat(client.listTools())
        .extracting(ToolSpecification::name)
        .containsExactly("enable", "added");
  }

  @ParameterizedTest
  @EnumSource
  void callsToolAddedByCall(Kind kind) {
    addsToolDuringCall();
    McpClient client = connect(kind);

    call(client, "enable");

    awaitAnnouncement(() -> !call(client, "added").isError());
    assertThat(call(client, "added").resultText()).isEqualTo("new");
  }

  /** It comes on a stream of its own, and may be later than the result of the call. */
  private void awaitAnnouncement(BooleanSupplier condition) {
    for (int i = 0; i < 6_000 && !condition.getAsBoolean(); i++) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  private void addsToolDuringCall() {
    server
        .tool("enable")
        .handler(
            call -> {
              server.tool("added").returns("new");
              return FakeResult.text("done").afterToolsChanged();
            });
  }

  @ParameterizedTest
  @EnumSource
  void listsToolsWithSchemaAndMetadata(Kind kind) {
    server
        .tool("read.file")
        .title("Read")
        .description("Reads a file.")
        .inputSchema(
            """
            {"type": "object",
             "properties": {"path": {"type": "string", "description": "Which."},
                            "lines": {"type": "integer"}},
             "required": ["path"]}\
            """)
        .outputSchema("{\"type\":\"object\"}")
        .annotations("{\"title\":\"Reader\",\"readOnlyHint\":true,\"openWorldHint\":false}")
        .with("_meta", "{\"example.com/cost\":{\"tokens\":7}}")
        .with("icons", "[{\"src\":\"https://example.com/i.png\",\"mimeType\":\"image/png\"}]");
    server.tool("other");

    List<ToolSpecification> tools = connect(kind).listTools();

    assertThat(tools).extracting(ToolSpecification::name).containsExactly("read.file", "other");
    ToolSpecification read = tools.get(0);
    assertThat(read.description()).isEqualTo("Reads a file.");
    assertThat(read.parameters().properties()).containsOnlyKeys("path", "lines");
    assertThat(read.parameters().properties().get("path").description()).isEqualTo("Which.");
    assertThat(read.parameters().required()).containsExactly("path");
    assertThat(read.metadata())
        .containsEntry(McpToolMetadataKeys.TITLE, "Read")
        .containsEntry(McpToolMetadataKeys.TITLE_ANNOTATION, "Reader")
        .containsEntry(McpToolMetadataKeys.READ_ONLY_HINT, true)
        .containsEntry(McpToolMetadataKeys.OPEN_WORLD_HINT, false)
        .containsEntry(McpToolMetadataKeys.OUTPUT_SCHEMA, Map.of("type", "object"))
        .containsEntry("example.com/cost", Map.of("tokens", 7))
        .containsEntry(
            McpToolMetadataKeys.ICONS,
            List.of(new McpIcon("image/png", null, "https://example.com/i.png", null)))
        .doesNotContainKeys(
            McpToolMetadataKeys.DESTRUCTIVE_HINT, McpToolMetadataKeys.IDEMPOTENT_HINT);
  }

  @ParameterizedTest
  @EnumSource
  void callsToolWithModelArguments(Kind kind) {
    server.tool("run").returns(FakeResult.text("one").andText("two"));
    McpClient client = connect(kind);
    InvocationContext contextWithoutUser =
        InvocationContext.builder().invocationParameters(new InvocationParameters()).build();

    ToolExecutionResult result =
        client.executeTool(request("run", "{\"n\": [1, null]}"), contextWithoutUser);
    client.executeTool(request("run", ""));
    client.executeTool(request("run", null));

    assertThat(result.resultText()).isEqualTo("one\ntwo");
    assertThat(result.result()).isNull();
    assertThat(result.isError()).isFalse();
    assertThat(server.received("tools/call"))
        .extracting(call -> call.params().string("name"), call -> call.arguments().toJson())
        .containsExactly(tuple("run", "{\"n\":[1,null]}"), tuple("run", "{}"), tuple("run", "{}"));
  }

  @ParameterizedTest
  @EnumSource
  void returnsStructuredContentAsJavaValues(Kind kind) {
    String json =
        """
        {"int": 7, "long": 3000000000, "big": 12345678901234567890, "double": 1.5, "truth": true,
         "nothing": null, "list": [1, {"a": "b"}]}\
        """;
    server.tool("run").returns(FakeResult.structured(json));
    Map<String, Object> expected = new HashMap<>();
    expected.put("int", 7);
    expected.put("long", 3_000_000_000L);
    expected.put("big", new BigInteger("12345678901234567890"));
    expected.put("double", 1.5);
    expected.put("truth", true);
    expected.put("nothing", null);
    expected.put("list", List.of(1, Map.of("a", "b")));

    ToolExecutionResult result = call(connect(kind), "run");

    assertThat(result.result()).isEqualTo(expected);
    assertThat(Json.read(result.resultText())).isEqualTo(Json.read(json));
  }

  @ParameterizedTest
  @EnumSource
  void toolErrorIsToolExecutionException(Kind kind) {
    server.tool("run").returns(FakeResult.error("Too hot"));
    McpClient client = connect(kind);

    assertThatThrownBy(() -> call(client, "run"))
        .isInstanceOf(ToolExecutionException.class)
        .hasMessageContaining("Too hot");
  }

  @ParameterizedTest
  @EnumSource
  void errorResponseKeepsCode(Kind kind) {
    server.tool("broken").returns(FakeResult.failure(-32000, "Out of paper"));
    server.tool("strict").returns(FakeResult.failure(-32602, "Unknown argument: n"));
    McpClient client = connect(kind);

    assertThatThrownBy(() -> call(client, "broken"))
        .isInstanceOfSatisfying(
            ToolExecutionException.class, e -> assertThat(e.errorCode()).isEqualTo(-32000))
        .hasMessageContaining("Out of paper");
    assertThatThrownBy(() -> call(client, "strict"))
        .isInstanceOfSatisfying(
            ToolArgumentsException.class, e -> assertThat(e.errorCode()).isEqualTo(-32602))
        .hasMessageContaining("Unknown argument: n");
  }

  @ParameterizedTest
  @EnumSource
  void invalidJsonArgumentsThrowToolArgumentsException(Kind kind) {
    server.tool("run");
    McpClient client = connect(kind);

    assertThatThrownBy(() -> client.executeTool(request("run", "{\"n\": ")))
        .isInstanceOf(ToolArgumentsException.class);
    assertThat(server.received("tools/call")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void listsAndReadsResourcesAndTemplates(Kind kind) {
    server.resource(A, "a", "text/plain", "text");
    server.resource("file:///b").name("b").mimeType("image/png").blob(new byte[] {1, 2, 3});
    server.resourceTemplate("file:///{name}", "files");
    McpClient client = connect(kind);

    assertThat(client.listResources())
        .extracting(McpResource::uri, McpResource::name, McpResource::mimeType)
        .containsExactly(tuple(A, "a", "text/plain"), tuple("file:///b", "b", "image/png"));
    assertThat(client.listResourceTemplates())
        .extracting(McpResourceTemplate::uriTemplate, McpResourceTemplate::name)
        .containsExactly(tuple("file:///{name}", "files"));
    assertThat(client.readResource(A).contents())
        .containsExactly(new McpTextResourceContents(A, "text", "text/plain"));
    assertThat(client.readResource("file:///b").contents())
        .containsExactly(new McpBlobResourceContents("file:///b", "AQID", "image/png"));
  }

  @ParameterizedTest
  @EnumSource
  void listsAndGetsPrompts(Kind kind) {
    server
        .prompt("review")
        .description("Reviews.")
        .argument("branch", "Which.", true)
        .message("user", "Review it.")
        .message("assistant", "Which one?")
        .messageOf("user", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AQID\"}");
    server.prompt("plain").message("user", "Hello");
    McpClient client = connect(kind);

    McpPrompt review = client.listPrompts().get(0);
    McpGetPromptResult filled = client.getPrompt("review", Map.of("branch", "main"));

    assertThat(review.name()).isEqualTo("review");
    assertThat(review.description()).isEqualTo("Reviews.");
    assertThat(review.arguments()).containsExactly(new McpPromptArgument("branch", "Which.", true));
    assertThat(filled.messages())
        .extracting(McpPromptMessage::toChatMessage)
        .containsExactly(
            UserMessage.from("Review it."),
            AiMessage.from("Which one?"),
            UserMessage.from(ImageContent.from("AQID", "image/png")));
    assertThat(server.received("prompts/get").get(0).arguments().string("branch"))
        .isEqualTo("main");
    assertThat(client.getPrompt("plain", Map.of()).messages()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void rejectedRequestIsMcpExceptionWithCode(Kind kind) {
    server.resource(A, "a", "text/plain", "text");
    server.prompt("review").message("user", "Review it.");
    McpClient client = connect(kind);

    Map<ThrowingCallable, Integer> refused = new LinkedHashMap<>();
    refused.put(() -> client.readResource("file:///none"), -32002);
    refused.put(() -> client.getPrompt("none", Map.of()), -32602);

    assertThat(refused)
        .allSatisfy(
            (asking, code) ->
                assertThatThrownBy(asking)
                    .isInstanceOfSatisfying(
                        McpException.class, e -> assertThat(e.errorCode()).isEqualTo(code)));
  }

  @ParameterizedTest
  @EnumSource
  void notifiesAboutSubscribedResources(Kind kind) throws InterruptedException {
    server.resource(A, "a", "text/plain", "text");
    McpClient client = connect(kind);

    client.subscribeToResource(A);
    assertThat(notifications(A)).isEqualTo(A);
    client.unsubscribeFromResource(A);

    assertThat(
            Stream.of("resources/subscribe", "resources/unsubscribe")
                .map(method -> server.awaitReceived(method, SOON).params().string("uri")))
        .containsExactly(A, A);
  }

  /** LangChain4j's client opens its stream in the background, and earlier messages are lost. */
  private String notifications(String uri) throws InterruptedException {
    String updatedUri = null;
    for (long i = 0; updatedUri == null && i < SOON.toMillis() / 100; i++) {
      server.announceResourceUpdated(uri);
      updatedUri = updated.poll(100, TimeUnit.MILLISECONDS);
    }
    return updatedUri;
  }

  @ParameterizedTest
  @EnumSource
  void closedClientRejectsCalls(Kind kind) throws Exception {
    server.tool("run");
    McpClient client = connect(kind);
    client.close();

    assertThat(
            List.<ThrowingCallable>of(
                client::listTools,
                () -> call(client, "run"),
                client::listResources,
                client::listResourceTemplates,
                () -> client.readResource(A),
                () -> client.subscribeToResource(A),
                () -> client.unsubscribeFromResource(A),
                client::listPrompts,
                () -> client.getPrompt("review", Map.of()),
                client::checkHealth))
        .allSatisfy(
            used ->
                assertThatThrownBy(used)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed"));
    assertThat(client.key()).isEqualTo("s");
  }

  /** The differences, by the first column of the table in the migration page. */
  private Map<String, BiConsumer<Kind, McpClientContractTest>> differences() {
    Map<String, BiConsumer<Kind, McpClientContractTest>> rows = new LinkedHashMap<>();
    rows.put("a tool call that fails", (kind, test) -> test.failedCall(kind));
    rows.put("a tool call that takes too long", (kind, test) -> test.lateCall(kind));
    rows.put("a tool that the server does not have", (kind, test) -> test.unknownTool(kind));
    rows.put(
        "arguments that do not fit the tool's schema", (kind, test) -> test.wrongArguments(kind));
    rows.put("an input schema beyond LangChain4j's types", (kind, test) -> test.schemaBeyond(kind));
    rows.put("an image, a sound or a link in a result", (kind, test) -> test.image(kind));
    rows.put("`_meta` of a result", (kind, test) -> test.meta(kind));
    rows.put("arguments of a prompt that are no texts", (kind, test) -> test.promptArguments(kind));
    rows.put("a subscription that the server refuses", (kind, test) -> test.subscription(kind));
    rows.put("a list that the server does not offer", (kind, test) -> test.nothingOffered(kind));
    rows.put("a request without a name or URI", (kind, test) -> test.noName(kind));
    rows.put("a server that is away", (kind, test) -> test.serverAway(kind));
    rows.put("`setRoots`", (kind, test) -> test.roots(kind));
    return rows;
  }

  @TestFactory
  Stream<DynamicTest> clientsDifferAsDocumented() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int head = lines.indexOf("| | `DefaultMcpClient` | `CatalogMcpClient` |");
    List<String> rows =
        lines.stream()
            .skip(head + 2)
            .takeWhile(line -> line.startsWith("| "))
            .map(line -> line.split("\\|")[1].strip())
            .toList();
    assertThat(rows).containsExactlyElementsOf(differences().keySet());
    return Arrays.stream(Kind.values())
        .flatMap(
            kind ->
                differences().entrySet().stream()
                    .map(
                        row ->
                            DynamicTest.dynamicTest(
                                row.getKey() + ": " + kind, () -> holds(row.getValue(), kind))));
  }

  /** With a separate server: the one of this object is for the test method. */
  private static void holds(BiConsumer<Kind, McpClientContractTest> row, Kind kind)
      throws Exception {
    McpClientContractTest test = new McpClientContractTest();
    try {
      row.accept(kind, test);
    } finally {
      test.close();
    }
  }

  private static UnaryOperator<McpToolProviderBuilder> byDefault() {
    return builder -> builder;
  }

  private void failedCall(Kind kind) {
    server.tool("run").returns(FakeResult.error("Too hot"));
    McpClient client = connect(kind, SOON, byDefault());

    if (kind == Kind.LANGCHAIN4J) {
      assertThatThrownBy(() -> call(client, "run")).isInstanceOf(ToolExecutionException.class);
    } else {
      assertThat(call(client, "run").isError()).isTrue();
    }
  }

  private void lateCall(Kind kind) {
    server.tool("run").neverAnswers();
    McpClient client = connect(kind, Duration.ofSeconds(1), byDefault());

    ToolExecutionResult late = call(client, "run");

    assertThat(late.isError()).isEqualTo(kind == Kind.CATALOG);
    assertThat(late.resultText())
        .isEqualTo(
            kind == Kind.LANGCHAIN4J
                ? "There was a timeout executing the tool"
                : "run did not answer in time; it may still have run.");
  }

  private void unknownTool(Kind kind) {
    server.tool("run");
    McpClient client = connect(kind, SOON, byDefault());

    if (kind == Kind.LANGCHAIN4J) {
      assertThatThrownBy(() -> call(client, "ran")).isInstanceOf(ToolArgumentsException.class);
      assertThat(server.received("tools/call")).hasSize(1);
    } else {
      assertThat(call(client, "ran").resultText())
          .isEqualTo("The server s has no tool named ran. Available tools: run.");
      assertThat(server.received("tools/call")).isEmpty();
    }
  }

  private void wrongArguments(Kind kind) {
    server.tool("run").inputSchema("{\"type\":\"object\",\"required\":[\"n\"]}");
    McpClient client = connect(kind, SOON, byDefault());

    ToolExecutionResult result = call(client, "run");

    assertThat(result.isError()).isEqualTo(kind == Kind.CATALOG);
    assertThat(server.received("tools/call")).hasSize(kind == Kind.CATALOG ? 0 : 1);
  }

  private void schemaBeyond(Kind kind) {
    server
        .tool("run")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"path\":{\"const\":\"a\"}}}");

    String schema = connect(kind).listTools().get(0).parameters().toString();

    assertThat(schema.contains("const")).isEqualTo(kind == Kind.CATALOG);
  }

  private void image(Kind kind) {
    server.tool("run").returns(FakeResult.text("A map:").andImage(new byte[] {1}, "image/png"));
    McpClient client = connect(kind);

    if (kind == Kind.LANGCHAIN4J) {
      assertThatThrownBy(() -> call(client, "run"))
          .isInstanceOf(RuntimeException.class)
          .hasMessageContaining("Unsupported content type");
    } else {
      ToolExecutionResult result = call(client, "run");
      assertThat(result.resultText()).startsWith("A map:\n").contains("image/png");
      assertThat(McpToolProvider.outputOf(result).content()).hasSize(2);
    }
  }

  private void meta(Kind kind) {
    server.tool("run").returns(FakeResult.text("text").with("_meta", "{\"a\": 1}"));

    Map<String, Object> attributes = call(connect(kind), "run").attributes();

    assertThat(attributes)
        .isEqualTo(
            kind == Kind.LANGCHAIN4J
                ? Map.of()
                : Map.of(McpToolProvider.META_ATTRIBUTE, Map.of("a", 1)));
  }

  private void promptArguments(Kind kind) {
    server.prompt("review").argument("n", "Which.", false).message("user", "Review it.");

    connect(kind).getPrompt("review", Map.of("n", 7));

    assertThat(server.received("prompts/get").get(0).arguments().get("n"))
        .isEqualTo(kind == Kind.LANGCHAIN4J ? (Object) 7 : "7");
  }

  private void subscription(Kind kind) {
    server.resource(A, "a", "text/plain", "text");
    McpClient client = connect(kind);
    server.injectNext("resources/subscribe", Faults.error(-32002, "Resource not found"));

    if (kind == Kind.LANGCHAIN4J) {
      client.subscribeToResource("file:///none");
      assertThat(server.received("resources/subscribe")).hasSize(1);
    } else {
      assertThatThrownBy(() -> client.subscribeToResource("file:///none"))
          .isInstanceOfSatisfying(
              McpException.class, e -> assertThat(e.errorCode()).isEqualTo(-32002));
    }
  }

  private void nothingOffered(Kind kind) {
    server.capabilities("{\"tools\": {}}");
    McpClient client = connect(kind);

    if (kind == Kind.LANGCHAIN4J) {
      assertThatThrownBy(client::listResources).isInstanceOf(RuntimeException.class);
    } else {
      assertThat(client.listResources()).isEmpty();
      assertThat(client.listResourceTemplates()).isEmpty();
      assertThat(client.listPrompts()).isEmpty();
    }
  }

  private void noName(Kind kind) {
    server.prompt("review").message("user", "Review it.");
    McpClient client = connect(kind);

    assertThatThrownBy(() -> client.getPrompt(null, Map.of()))
        .isInstanceOf(
            kind == Kind.LANGCHAIN4J ? McpException.class : IllegalArgumentException.class);
    assertThat(server.received("prompts/get")).hasSize(kind == Kind.LANGCHAIN4J ? 1 : 0);
  }

  private void serverAway(Kind kind) {
    server.tool("run").returns("done");
    server.http().stop();

    if (kind == Kind.LANGCHAIN4J) {
      assertThatThrownBy(() -> connect(kind)).isInstanceOf(RuntimeException.class);
    } else {
      McpClient client = connect(kind);
      assertThatThrownBy(client::listTools).hasMessageContaining("\"s\"");
    }
  }

  private void roots(Kind kind) {
    McpClient client = connect(kind);
    List<McpRoot> roots = List.of(new McpRoot("data", "file:///data"));

    if (kind == Kind.LANGCHAIN4J) {
      client.setRoots(roots);
      server.awaitReceived("notifications/roots/list_changed", SOON);
    } else {
      assertThatThrownBy(() -> client.setRoots(roots))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }
}
