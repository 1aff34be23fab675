package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.CompleteResult;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptReference;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.ResourceTemplateReference;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The client uses every feature besides tools that a server declares, and no other. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class OfferContractTest {

  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";
  private static final String SELF = "io.mcpbridge.contract.OfferContractTest#";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> bound() {
    return Matrix.all().filter(arguments -> revision(arguments).compareTo("2025-06-18") >= 0);
  }

  static Stream<Arguments> notBound() {
    return Matrix.all().filter(arguments -> revision(arguments).compareTo("2025-06-18") < 0);
  }

  private static String revision(Arguments arguments) {
    return (String) arguments.get()[0];
  }

  private void connect(String revision, TransportType type) {
    server.speaking(revision);
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .timeout(Duration.ofSeconds(10))
            .listener(
                new McpClientListener() {
                  @Override
                  public void notification(JsonRpcNotification notification) {
                    heard.add(notification.method());
                  }
                })
            .build();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void listsAndReadsResources(String revision, TransportType type) {
    for (int i = 0; i < 5; i++) {
      server.resource("file:///a%20" + i, "a" + i, "text/plain", "text " + i);
    }
    server.pageSize(2);
    connect(revision, type);

    assertThat(client.listResources())
        .extracting(Resource::uri)
        .containsExactly(
            "file:///a%200", "file:///a%201", "file:///a%202", "file:///a%203", "file:///a%204");
    assertThat(client.readResource("file:///a%203").contents())
        .singleElement()
        .satisfies(
            contents -> {
              assertThat(contents.uri()).isEqualTo("file:///a%203");
              assertThat(contents.text()).isEqualTo("text 3");
            });
    assertThat(server.received("resources/list")).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void listsResourceTemplates(String revision, TransportType type) {
    server.resource("a:b", "b", "text/plain", "text");
    connect(revision, type);
    server.inject(
        "resources/templates/list",
        serverTurn -> {
          boolean second = serverTurn.received().params().has("cursor");
          Scripted.result(
                  "{\"resourceTemplates\": [{\"uriTemplate\": \"db://{table}/"
                      + (second ? "{id}" : "all")
                      + "\", \"name\": \"rows\", \"title\": \"Rows\", \"mimeType\":"
                      + " \"text/csv\"}, {\"name\": \"none\"}]"
                      + (second ? "" : ", \"nextCursor\": \"\"")
                      + "}")
              .apply(serverTurn);
        });

    assertThat(client.listResourceTemplates())
        .extracting(ResourceTemplate::uriTemplate)
        .containsExactly("db://{table}/all", "db://{table}/{id}");
    assertThat(server.received("resources/templates/list").get(1).params().string("cursor"))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void listsAndGetsPrompts(String revision, TransportType type) {
    server.prompt("one", "the first", "Do one.").prompt("two", "the second", "Do two.");
    server.pageSize(1);
    connect(revision, type);

    assertThat(client.listPrompts()).extracting(Prompt::name).containsExactly("one", "two");
    GetPromptResult filled = client.getPrompt("two", Map.of("who", "me"));
    assertThat(filled.messages()).hasSize(1);
    assertThat(filled.messages().get(0).content()).isEqualTo(TextContent.of("Do two."));
    assertThat(server.received("prompts/get").get(0).params().map("arguments"))
        .isEqualTo(Map.of("who", "me"));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void completesArguments(String revision, TransportType type) {
    server.capabilities("{\"completions\": {}}");
    connect(revision, type);
    server.inject(
        "completion/complete",
        Scripted.result(
            "{\"completion\": {\"values\": [\"python\", \"pytorch\", 7], \"total\": 10,"
                + " \"hasMore\": true}}"));

    CompleteResult result =
        client
            .newCall(
                new CompleteRequest(
                    new PromptReference("review"), "language", "py", Map.of("style", "kind")),
                CallOptions.defaults())
            .execute();
    client.complete(new ResourceTemplateReference("db://{table}"), "table", "");

    assertThat(result.values()).containsExactly("python", "pytorch");
    assertThat(result.total()).isEqualTo(10);
    assertThat(result.hasMore()).isTrue();
    JsonObject prompt = server.received("completion/complete").get(0).params();
    assertThat(prompt.map("ref")).isEqualTo(Map.of("type", "ref/prompt", "name", "review"));
    assertThat(prompt.map("argument")).isEqualTo(Map.of("name", "language", "value", "py"));
    assertThat(prompt.map("context"))
        .isEqualTo(
            revision.compareTo("2025-06-18") < 0
                ? Map.of()
                : Map.of("arguments", Map.of("style", "kind")));
    JsonObject template = server.received("completion/complete").get(1).params();
    assertThat(template.map("ref"))
        .isEqualTo(Map.of("type", "ref/resource", "uri", "db://{table}"));
    assertThat(template.map("argument")).isEqualTo(Map.of("name", "table", "value", ""));
    assertThat(template.has("context")).isFalse();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void limitsCompletionsTo100AndAcceptsMissingOnes(String revision, TransportType type) {
    server.capabilities("{\"completions\": {}}");
    connect(revision, type);
    List<String> many = Stream.iterate(0, i -> i + 1).limit(101).map(i -> "value-" + i).toList();
    server.injectNext(
        "completion/complete",
        Scripted.result(Json.write(Map.of("completion", Map.of("values", many)))),
        Scripted.result("{}"));

    CompleteResult first = client.complete(new PromptReference("p"), "a", "v");
    CompleteResult second = client.complete(new PromptReference("p"), "a", "v");

    assertThat(first.values()).isEqualTo(many.subList(0, 100));
    assertThat(first.hasMore()).isTrue();
    assertThat(second.values()).isEmpty();
    assertThat(second.hasMore()).isFalse();
  }

  @ParameterizedTest
  @MethodSource(SELF + "notBound")
  void triesUndeclaredCompletionInOlderRevisions(String revision, TransportType type) {
    connect(revision, type);

    assertThatThrownBy(() -> client.complete(new PromptReference("p"), "a", ""))
        .isInstanceOf(McpUnsupportedException.class)
        .hasCauseInstanceOf(McpErrorResponseException.class)
        .hasMessageContainingAll("\"fake\"", "completion/complete", "does not support completion");
    assertThat(server.received("completion/complete")).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(SELF + "bound")
  void rejectsRequestsForUndeclaredCapabilities(String revision, TransportType type) {
    server.capabilities("{\"logging\": {}}");
    connect(revision, type);

    for (Runnable asking : everything()) {
      assertThatThrownBy(asking::run)
          .isInstanceOf(McpUnsupportedException.class)
          .hasMessageContainingAll("\"fake\"", "does not offer", "[logging]");
    }
    assertThat(server.received())
        .extracting(ReceivedMessage::method)
        .doesNotContain(
            "tools/list",
            "tools/call",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "prompts/list",
            "prompts/get",
            "completion/complete");
  }

  @ParameterizedTest
  @MethodSource(SELF + "notBound")
  void triesUndeclaredCapabilitiesInOlderRevisions(String revision, TransportType type) {
    server.capabilities("{}");
    connect(revision, type);

    for (Runnable asking : everything()) {
      assertThatThrownBy(asking::run).hasMessageContaining("-32601");
    }
    assertThat(server.received("resources/read")).hasSize(1);
  }

  private List<Runnable> everything() {
    return List.of(
        client::listTools,
        () -> client.callTool("t"),
        client::listResources,
        client::listResourceTemplates,
        () -> client.readResource("a:b"),
        client::listPrompts,
        () -> client.getPrompt("p", Map.of()),
        () -> client.complete(new PromptReference("p"), "a", ""));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void pingSendsPingOrDiscoverByRevision(String revision, TransportType type) {
    connect(revision, type);
    client.server();
    server.clearReceived();

    client.ping();

    assertThat(server.received())
        .extracting(ReceivedMessage::method)
        .filteredOn(method -> !method.startsWith("notifications/") && !method.equals("GET"))
        .containsExactly(revision.startsWith("2026") ? "server/discover" : "ping");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void ignoresProgressWithUnknownToken(String revision, TransportType type) throws Exception {
    server
        .tool("busy")
        .handler(
            call -> {
              call.notify(
                  "notifications/progress",
                  JsonObject.of(Map.of("progressToken", "another's", "progress", 1)));
              call.notify("notifications/x-heard", JsonObject.empty());
              return FakeResult.text("done");
            });
    connect(revision, type);

    assertThat(client.callTool("busy").text()).isEqualTo("done");

    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("notifications/x-heard");
    assertThat(heard).isEmpty();
  }
}
