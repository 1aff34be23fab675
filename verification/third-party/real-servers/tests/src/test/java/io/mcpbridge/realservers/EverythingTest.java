package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.EmbeddedResource;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.PromptReference;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceLink;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.ResourceTemplateReference;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.model.Tool;
import io.mcpbridge.transport.http.HttpSseTransport;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EverythingTest extends PeerTest {

  private static final String SERVER = "server-everything";
  private static final Peer STDIO =
      Peer.of(
          SERVER,
          "stdio",
          "2025-11-25",
          () -> ServerConnection.stdio(Installation.npm("mcp-server-everything"), "stdio"));
  private static final Peer HTTP =
      Peer.of(SERVER, "Streamable HTTP", "2025-11-25", () -> ServerConnection.http("everything"));

  private static final Peer SSE =
      Peer.of(SERVER, "HTTP+SSE", "2025-11-25", () -> ServerConnection.http("everything-sse"));

  static Stream<Peer> peers() {
    return Stream.of(STDIO, HTTP, SSE);
  }

  @Override
  Stream<ToolCall> calls() {
    Map<String, String> gzip = Map.of("name", "hello.gz", "data", "data:text/plain,hello");
    return Stream.of(
        ToolCall.saying("echo", Map.of("message", "hæ, 世界"), "Echo: hæ, 世界"),
        ToolCall.saying("get-sum", Map.of("a", 2, "b", 40), "The sum of 2 and 40 is 42"),
        ToolCall.of("get-env", Map.of(), this::showsNoSecrets),
        ToolCall.of(
            "get-annotated-message",
            Map.of("messageType", "error", "includeImage", true),
            Content::isAnnotated),
        ToolCall.of("get-tiny-image", Map.of(), Content::isAnImage),
        ToolCall.of("get-resource-links", Map.of("count", 3), Content::hasThreeLinks),
        ToolCall.of(
            "get-resource-reference",
            Map.of("resourceType", "Blob", "resourceId", 7),
            result -> assertThat(new String(Content.blob(result))).contains("Resource 7")),
        ToolCall.of(
            "get-structured-content",
            Map.of("location", "New York"),
            result ->
                assertThat(result.structuredContent().value())
                    .isEqualTo(Map.of("temperature", 33, "conditions", "Cloudy", "humidity", 82))),
        ToolCall.of(
            "gzip-file-as-resource",
            with(gzip, "outputType", "resource"),
            result -> assertThat(Content.unzipped(Content.blob(result))).isEqualTo("hello")),
        ToolCall.of(
            "gzip-file-as-resource", with(gzip, "outputType", "resourceLink"), this::linkCanBeRead),
        ToolCall.saying(
            "trigger-long-running-operation", Map.of("duration", 0.1, "steps", 1), "completed"),
        ToolCall.saying("toggle-simulated-logging", Map.of(), "Started"),
        ToolCall.saying("toggle-simulated-logging", Map.of(), "Stopped"),
        ToolCall.saying("toggle-subscriber-updates", Map.of(), "Started"),
        ToolCall.saying("toggle-subscriber-updates", Map.of(), "Stopped"),
        ToolCall.saying(
            "get-roots-list", Map.of(), "1 total", root().toUri().toString().replaceAll("/$", "")),
        ToolCall.saying(
            "trigger-elicitation-request",
            Map.of(),
            "Name: Ada",
            "Favorite Integer: 42",
            "\"firstLine\": \"It was a dark and stormy night.\""),
        ToolCall.saying(
            "trigger-url-elicitation", Map.of("url", "https://example.com/a"), "completed"),
        ToolCall.saying(
            "trigger-url-elicitation",
            Map.of("url", "https://example.com/b", "errorPath", true),
            "completed"),
        ToolCall.saying("trigger-sampling-request", Map.of("prompt", "?"), Answers.MODEL, "tools"),
        ToolCall.saying(
            "simulate-research-query",
            Map.of("topic", "tea", "ambiguous", true),
            "Research Report: tea",
            "`input_required`"));
  }

  /** The server offers tools that send requests only to clients that can answer. */
  @Test
  void offersFewerToolsWithoutHandlers() {
    try (McpClient withoutHandlers = McpClient.of(connection().transport())) {
      assertThat(withoutHandlers.listTools()).hasSize(13);
    }
  }

  @Test
  void describesItself() {
    assertThat(client().server().implementation().name()).isEqualTo("mcp-servers/everything");
    assertThat(client().server().instructions()).contains("Everything");
  }

  @Test
  void readsSchemasAndAnnotations() {
    Map<String, Tool> tools =
        client().listTools().stream().collect(Collectors.toMap(Tool::name, tool -> tool));

    assertThat(tools.get("get-structured-content").outputSchema()).containsKey("properties");
    assertThat(tools.get("get-resource-links").inputSchemaJson())
        .contains("\"minimum\":1", "\"maximum\":10", "\"default\":3");
    assertThat(tools.get("echo").annotations().readOnlyHint()).isTrue();
  }

  @Test
  void returnsInvalidArgumentsAsToolError() {
    ToolCall.failing("get-sum", Map.of("a", "two"), "Input validation error", "number")
        .run(client());
  }

  @Test
  void reportsProgress() {
    List<Progress> reports =
        CallsUnderWay.progress(
            client(), "trigger-long-running-operation", Map.of("duration", 0.3, "steps", 3));

    assertThat(reports)
        .extracting(Progress::progress, Progress::total)
        .containsExactly(tuple(1.0, 3.0), tuple(2.0, 3.0), tuple(3.0, 3.0));
  }

  @Test
  void correlatesConcurrentResponses() {
    CallsUnderWay.keepApart(client(), "echo", "message");
  }

  @Test
  void survivesCancelledCall() {
    CallsUnderWay.giveUp(
        client(), "trigger-long-running-operation", Map.of("duration", 20, "steps", 400));
  }

  @Test
  void offersResources() {
    assertThat(client().listResources())
        .extracting(Resource::uri)
        .contains("demo://resource/static/document/architecture.md");
    assertThat(
            client()
                .readResource("demo://resource/static/document/architecture.md")
                .contents()
                .get(0)
                .text())
        .contains("Everything Server");
    assertThat(client().readResource("demo://resource/dynamic/text/5").contents().get(0).text())
        .contains("Resource 5");
  }

  @Test
  void offersResourceTemplates() {
    ResourceTemplateReference text =
        new ResourceTemplateReference("demo://resource/dynamic/text/{resourceId}");

    assertThat(client().listResourceTemplates())
        .extracting(ResourceTemplate::uriTemplate)
        .containsExactlyInAnyOrder(text.uri(), "demo://resource/dynamic/blob/{resourceId}");
    assertThat(client().complete(text, "resourceId", "5").values()).containsExactly("5");
  }

  @Test
  void completesWithContextArguments() {
    PromptReference team = new PromptReference("completable-prompt");

    assertThat(client().complete(team, "department", "S").values())
        .containsExactly("Sales", "Support");
    assertThat(
            client()
                .newCall(
                    new CompleteRequest(team, "name", "", Map.of("department", "Sales")),
                    CallOptions.defaults())
                .execute()
                .values())
        .containsExactly("David", "Eve", "Frank");
  }

  @Test
  void offersPrompts() {
    assertThat(client().listPrompts())
        .extracting(Prompt::name)
        .containsExactlyInAnyOrder(
            "simple-prompt", "args-prompt", "completable-prompt", "resource-prompt");
    assertThat(
            client().getPrompt("args-prompt", Map.of("city", "Oslo")).messages().get(0).content())
        .isInstanceOfSatisfying(
            TextContent.class, text -> assertThat(text.text()).contains("weather in Oslo"));
    assertThat(
            client()
                .getPrompt("resource-prompt", Map.of("resourceType", "Text", "resourceId", "3"))
                .messages()
                .get(1)
                .content())
        .isInstanceOf(EmbeddedResource.class);
  }

  @Test
  void rejectsDiscover() {
    if (peer() == STDIO) {
      assertThat(Wire.ask(connection().transport(), Wire.DISCOVER, Wire.envelope()).error().code())
          .isEqualTo(-32601);
      return;
    }
    HttpResponse<String> answer = Wire.modern(url(), Wire.DISCOVER);
    if (peer() == HTTP) {
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(Wire.errorCode(answer)).isEqualTo(-32000);
    } else {
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("Cannot POST /sse");
    }
  }

  @Test
  void respondsWithNewestSupportedRevision() {
    assertThat(
            peer() == HTTP
                ? Wire.initialize(url(), "2026-07-28").body()
                : Wire.ask(
                        peer() == SSE ? HttpSseTransport.of(url()) : connection().transport(),
                        "initialize",
                        Wire.greeting("2026-07-28"))
                    .result()
                    .string("protocolVersion"))
        .contains("2025-11-25");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void speaksOlderRevisionsToo(String version) {
    assumeFalse(peer() == HTTP && version.equals("2024-11-05"), "has no Streamable HTTP");

    assertThat(agreedWhenPinnedTo(version)).isEqualTo(version);
  }

  /** Before its response to {@code initialize}, as a trace shows. */
  @Test
  void sendsToolListChanged() throws InterruptedException {
    assumeTrue(peer() != HTTP, "there is no stream yet that could bring it");

    awaitNotification(TOOLS_CHANGED);
  }

  /** Over Streamable HTTP, on the stream that belongs to no call. */
  @Test
  void sendsUnsolicitedLogMessages() throws InterruptedException {
    ToolCall.saying("toggle-simulated-logging", Map.of(), "Started").run(client());

    awaitNotification(LOGGED);

    ToolCall.saying("toggle-simulated-logging", Map.of(), "Stopped").run(client());
  }

  @Override
  void checkAfterClose(ServerConnection closedConnection) {
    super.checkAfterClose(closedConnection);
    if (peer() == HTTP) {
      assertThat(closedConnection.running().log()).contains("Received session termination request");
    }
  }

  private void showsNoSecrets(CallToolResult result) {
    assertThat(result.text()).contains("PATH");
    if (connection().running() == null) {
      assertThat(System.getenv()).containsKey("NOT_FOR_SERVERS");
      assertThat(result.text()).doesNotContain("NOT_FOR_SERVERS");
    }
  }

  private void linkCanBeRead(CallToolResult result) {
    ResourceLink link = Content.only(ResourceLink.class, result);
    byte[] blob =
        Base64.getDecoder().decode(client().readResource(link.uri()).contents().get(0).blob());
    assertThat(Content.unzipped(blob)).isEqualTo("hello");
  }

  private static Map<String, String> with(Map<String, String> map, String key, String value) {
    Map<String, String> extended = new HashMap<>(map);
    extended.put(key, value);
    return extended;
  }
}
