package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.test.FakeHandler;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One set of handlers answers server requests, in every revision and on every transport. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class InputContractTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";
  private static final String SELF = "io.mcpbridge.contract.InputContractTest#";
  private static final String FORM =
      "{\"message\": \"Who?\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {"
          + "\"name\": {\"type\": \"string\", \"default\": \"Ada\"},"
          + "\"age\": {\"type\": \"integer\", \"minimum\": 0}}, \"required\": [\"name\"]}}";
  private static final String SAMPLING =
      "{\"messages\": [{\"role\": \"user\", \"content\": {\"type\": \"text\", \"text\": \"Hi\"}}],"
          + " \"maxTokens\": 10, \"modelPreferences\": {\"hints\": [{\"name\": \"small\"}]}}";

  private static final List<String> UNSAFE_URLS =
      List.of(
          "javascript:alert(1)",
          "JavaScript://example.com/%0Aalert(1)",
          "file:///etc/passwd",
          "data:text/html,x",
          "mailto:a@example.com",
          "ftp://example.com/",
          "",
          " ",
          "example.com",
          "/path",
          "//example.com/path",
          "https:example.com",
          "https:/example.com",
          "https://",
          "https:///path",
          "https://?q=example.com",
          "https://user@/path",
          "https://:443/",
          "https://[/",
          "https:\\\\example.com",
          "https://good.example\\@evil.example/",
          " https://example.com/",
          "https://example.com/a b",
          "https://example.com/\n",
          "https://example.com/\u0000",
          "https://example.com/\u001b[2J",
          "https://example.com/\u202egnp.exe",
          "https://exam\u200bple.com/",
          "https://example.com/\u2028x",
          "https://example.com/\udb40\udc41");

  private static final List<String> SAFE_URLS =
      List.of(
          "https://example.com",
          "HTTPS://Example.com:8443/a/b?c=d#e",
          "http://localhost:8080/",
          "http://127.0.0.1/",
          "http://[::1]:80/",
          "https://m\u00fcnchen.example/\u00e4?q=\u4e2d",
          "https://example.com/a%20b|c");

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    if (client != null) {
      client.close();
      endpoint.close();
    }
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> sessions() {
    return Matrix.all().filter(arguments -> !isStateless(arguments));
  }

  static Stream<Arguments> stateless() {
    return Matrix.all().filter(InputContractTest::isStateless);
  }

  static Stream<Arguments> withForms() {
    return Matrix.all().filter(arguments -> revision(arguments).compareTo("2025-06-18") >= 0);
  }

  static Stream<Arguments> withUrls() {
    return Matrix.all().filter(arguments -> revision(arguments).compareTo("2025-11-25") >= 0);
  }

  static Stream<Arguments> withModes() {
    return sessions().filter(arguments -> revision(arguments).compareTo("2025-11-25") >= 0);
  }

  private static boolean isStateless(Arguments arguments) {
    return revision(arguments).compareTo("2026") > 0;
  }

  private static String revision(Arguments arguments) {
    return (String) arguments.get()[0];
  }

  private void connect(String revision, TransportType type, InputHandlers handlers) {
    server.speaking(revision);
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .timeout(SOON)
            .inputHandlers(handlers)
            .build();
  }

  /** A tool that requests input in the revision's way and returns the response as JSON. */
  private static FakeHandler asking(String revision, String method, String params) {
    return call -> {
      if (revision.compareTo("2026") < 0) {
        JsonRpcResponse answer = call.ask(method, JsonObject.of(Json.readObject(params)));
        return FakeResult.text(
            answer.error() == null
                ? answer.result().toJson()
                : answer.error().code() + " " + answer.error().message());
      }
      if (call.inputResponses().has("it")) {
        return FakeResult.text(call.inputResponses().object("it").toJson());
      }
      return FakeResult.inputRequired(
          "{\"it\": {\"method\": \"" + method + "\", \"params\": " + params + "}}", null);
    };
  }

  private String ask() {
    return client.callTool("ask").text();
  }

  @ParameterizedTest
  @MethodSource(SELF + "withForms")
  void acceptedFormIncludesDefaults(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "elicitation/create", FORM));
    AtomicReference<ElicitFormRequest> receivedForm = new AtomicReference<>();
    connect(
        revision,
        type,
        InputHandlers.builder()
            .elicitForm(
                (form, context) -> {
                  receivedForm.set(form);
                  assertThat(context.server()).isEqualTo("fake");
                  return ElicitResult.accept(Map.of("age", 36));
                })
            .build());

    assertThat(Json.readObject(ask()))
        .isEqualTo(
            Json.readObject(
                "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\", \"age\": 36}}"));
    assertThat(receivedForm.get().message()).isEqualTo("Who?");
    assertThat(receivedForm.get().requestedSchema()).containsKey("properties");
  }

  @ParameterizedTest
  @MethodSource(SELF + "withForms")
  void declinesFormElicitationWithInvalidContent(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "elicitation/create", FORM));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .elicitForm((form, context) -> ElicitResult.accept(Map.of("age", "old")))
            .build());

    assertThat(ask()).isEqualTo("{\"action\":\"decline\"}");
  }

  @ParameterizedTest
  @MethodSource(SELF + "withUrls")
  void declinesUnsafeElicitationUrlWithoutCallingHandler(String revision, TransportType type) {
    List<String> seen = new ArrayList<>();
    connect(
        revision,
        type,
        InputHandlers.builder()
            .interceptor(
                (request, context, next) -> {
                  seen.add(((ElicitUrlRequest) request).url());
                  return next.handle(request, context);
                })
            .elicitUrl((visit, context) -> ElicitResult.accept())
            .build());

    try (CapturedLog log = new CapturedLog(InputHandlers.class)) {
      for (String url : UNSAFE_URLS) {
        server.tool("ask").handler(asking(revision, "elicitation/create", visit(url)));
        assertThat(ask()).as(url).isEqualTo("{\"action\":\"decline\"}");
      }
      assertThat(log.lines())
          .hasSameSizeAs(UNSAFE_URLS)
          .allMatch(line -> line.contains(": declining elicitation/create: "))
          .noneMatch(line -> line.contains("\n"));
      assertThat(log.hasStackTraces()).isFalse();
    }
    assertThat(seen).isEmpty();
    for (String url : SAFE_URLS) {
      server.tool("ask").handler(asking(revision, "elicitation/create", visit(url)));
      assertThat(ask()).as(url).isEqualTo("{\"action\":\"accept\"}");
    }
    assertThat(seen).isEqualTo(SAFE_URLS);
  }

  private static String visit(String url) {
    return Json.write(Map.of("mode", "url", "message", "Go", "url", url, "elicitationId", "e"));
  }

  @ParameterizedTest
  @MethodSource(SELF + "withModes")
  void failsCallIfRequiredElicitationUrlIsUnsafe(String revision, TransportType type) {
    AtomicBoolean seen = new AtomicBoolean();
    server
        .tool("ask")
        .returns(
            FakeResult.urlElicitationRequired(
                FakeServerRequest.url("Go", "javascript:alert(1)", "e")));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .elicitUrl(
                (visit, context) -> {
                  seen.set(true);
                  return ElicitResult.accept();
                })
            .build());

    assertThatThrownBy(this::ask)
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("URL")
        .hasMessageNotContaining("alert");
    assertThat(seen).isFalse();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void handlesSamplingRequest(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "sampling/createMessage", SAMPLING));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .createMessage(
                (request, context) -> {
                  assertThat(request.maxTokens()).isEqualTo(10);
                  assertThat(request.modelPreferences().hints()).containsExactly("small");
                  assertThat(request.messages()).hasSize(1);
                  return CreateMessageResult.text("Hello", "tiny");
                })
            .build());

    assertThat(Json.readObject(ask()))
        .isEqualTo(
            Json.readObject(
                "{\"role\": \"assistant\", \"content\": {\"type\": \"text\", \"text\": \"Hello\"},"
                    + " \"model\": \"tiny\", \"stopReason\": \"endTurn\"}"));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void returnsRoots(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "roots/list", "{}"));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .listRoots(
                (request, context) ->
                    new ListRootsResult(List.of(new Root(URI.create("file:///data"), "Data"))))
            .build());

    assertThat(ask()).isEqualTo("{\"roots\":[{\"uri\":\"file:///data\",\"name\":\"Data\"}]}");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void handlerMayCallRequestingServer(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "sampling/createMessage", SAMPLING));
    server.tool("name").handler(call -> FakeResult.text("Oslo"));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .createMessage(
                (request, context) ->
                    CreateMessageResult.text(client.callTool("name").text(), "tiny"))
            .build());

    assertThat(ask()).contains("Oslo");
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void declaresNoCapabilitiesWithoutHandlers(String revision, TransportType type) {
    server.tool("quiet").handler(call -> FakeResult.text("done"));
    connect(revision, type, InputHandlers.none());

    client.callTool("quiet");

    assertThat(declared()).doesNotContainKeys("elicitation", "sampling", "roots");
  }

  @ParameterizedTest
  @MethodSource(SELF + "sessions")
  void rejectsServerRequestWithoutHandler(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "roots/list", "{}"));
    connect(revision, type, InputHandlers.none());

    assertThat(ask()).startsWith("-32601 ");
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void inputRequiredWithoutHandlerFailsCall(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "roots/list", "{}"));
    connect(revision, type, InputHandlers.none());

    assertThatThrownBy(this::ask)
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("roots/list")
        .hasMessageContaining("no such handler");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(SELF + "sessions")
  void sendsRejectionMessageToServer(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "sampling/createMessage", SAMPLING));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .createMessage(
                (request, context) -> {
                  throw new McpInputRefusedException("the user said no");
                })
            .build());

    assertThat(ask()).isEqualTo("-1 the user said no");
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void refusedInputFailsStatelessCall(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "sampling/createMessage", SAMPLING));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .createMessage(
                (request, context) -> {
                  throw new McpInputRefusedException("the user said no");
                })
            .build());

    assertThatThrownBy(this::ask)
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("the user said no");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void doesNotSendHandlerExceptionToServer(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "sampling/createMessage", SAMPLING));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .createMessage(
                (request, context) -> {
                  throw new IllegalStateException("secret-4711");
                })
            .build());

    try {
      assertThat(ask()).contains("handler for sampling/createMessage failed");
    } catch (McpInputRefusedException e) {
      assertThat(e).hasMessageContaining("handler for sampling/createMessage failed");
    }
    assertThat(server.received()).noneMatch(m -> m.toString().contains("secret-4711"));
  }

  @ParameterizedTest
  @MethodSource(SELF + "withForms")
  void interceptorMayCancelElicitation(String revision, TransportType type) {
    server.tool("ask").handler(asking(revision, "elicitation/create", FORM));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .elicitForm((form, context) -> ElicitResult.accept())
            .interceptor((request, context, next) -> ElicitResult.cancel())
            .build());

    assertThat(ask()).isEqualTo("{\"action\":\"cancel\"}");
  }

  @ParameterizedTest
  @MethodSource(SELF + "withModes")
  void rejectsSamplingWithUndeclaredTools(String revision, TransportType type) {
    String forTools =
        SAMPLING.substring(0, SAMPLING.length() - 1)
            + ", \"tools\": [{\"name\":"
            + " \"x\", \"inputSchema\": {\"type\": \"object\"}}]}";
    server.tool("ask").handler(asking(revision, "sampling/createMessage", forTools));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .createMessage((request, context) -> CreateMessageResult.text("no", "tiny"))
            .build());

    assertThat(ask()).startsWith("-32602 ");
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void echoesRequestStateUnchangedOnce(String revision, TransportType type) {
    String state = "{\"a\": 1.0,\u00e9 \ud83d\ude00\\n \"}";
    server
        .tool("ask")
        .handler(
            call -> {
              if (call.requestState() == null && call.inputResponses().toMap().isEmpty()) {
                return FakeResult.inputRequired("{}", state);
              }
              if (state.equals(call.requestState())) {
                return FakeResult.inputRequired("{\"again\": {\"method\": \"roots/list\"}}", null);
              }
              return FakeResult.text(
                  call.requestState() + " " + call.inputResponses().toMap().keySet());
            });
    server.tool("other").handler(call -> FakeResult.text(call.received().params().toJson()));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .listRoots((request, context) -> new ListRootsResult(List.of()))
            .build());

    assertThat(ask()).isEqualTo("null [again]");
    assertThat(client.callTool("other").text())
        .doesNotContain("requestState")
        .doesNotContain("inputResponses");
    assertThat(server.received("tools/call"))
        .extracting(message -> message.id().value())
        .doesNotHaveDuplicates()
        .hasSize(4);
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void limitsInputRounds(String revision, TransportType type) {
    server
        .tool("ask")
        .handler(call -> FakeResult.inputRequired("{\"r\": {\"method\": \"roots/list\"}}", "s"));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .listRoots((request, context) -> new ListRootsResult(List.of()))
            .build());

    assertThatThrownBy(this::ask)
        .isInstanceOf(McpLimitException.class)
        .hasMessageContaining(
            "more than 10 times during one call (setting: CallLimits.maxInputRounds)");
    assertThat(server.received("tools/call")).as("the question, and ten answers").hasSize(11);
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void cancelDuringElicitationEndsCall(String revision, TransportType type) throws Exception {
    CountDownLatch handlerCalled = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    server.tool("ask").handler(asking(revision, "elicitation/create", FORM));
    connect(
        revision,
        type,
        InputHandlers.builder()
            .elicitForm(
                (form, context) -> {
                  handlerCalled.countDown();
                  awaitOf(answer);
                  return ElicitResult.accept();
                })
            .build());
    McpCall<CallToolResult> call =
        client.newCall(new CallToolRequest("ask", Map.of()), CallOptions.defaults());
    CompletableFuture<CallToolResult> result = call.submit();
    assertThat(handlerCalled.await(60, TimeUnit.SECONDS)).isTrue();

    call.cancel();
    answer.countDown();

    assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(McpCancelledException.class);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  private static void awaitOf(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, ?> declared() {
    List<ReceivedMessage> greetings = server.received("initialize");
    ReceivedMessage first =
        greetings.isEmpty() ? server.received("tools/call").get(0) : greetings.get(0);
    return greetings.isEmpty()
        ? first.meta().map("io.modelcontextprotocol/clientCapabilities")
        : first.params().map("capabilities");
  }
}
