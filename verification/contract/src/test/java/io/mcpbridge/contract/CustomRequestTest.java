package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.CustomInputResult;
import io.mcpbridge.model.CustomRequest;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests and notifications of the application's own. */
@ExtendWith(LeakCheck.class)
class CustomRequestTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";

  private static String response(ReceivedMessage request) {
    JsonObject result = JsonObject.of(Map.of("hops", 3, "_meta", Map.of("a", 1)));
    RequestId id = ((JsonRpcRequest) request.message()).id();
    return new String(JsonRpcResponse.success(id, result).toBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void returnsResultOfCustomRequest(String revision, TransportType type) {
    try (FakeMcpServer server = FakeMcpServer.create().speaking(revision)) {
      server.inject("vendor/ping", turn -> turn.respond(response(turn.received())));
      try (Endpoint endpoint = type.to(server);
          McpClient client = McpClient.builder(endpoint.transport()).timeout(SOON).build()) {
        var result =
            client
                .newCall(
                    new CustomRequest("vendor/ping", Map.of("depth", 2)), CallOptions.defaults())
                .execute();

        assertThat(result.members()).containsEntry("hops", 3);
        assertThat(result.meta()).containsEntry("a", 1);
      }
      JsonObject sent = server.received("vendor/ping").get(0).params();
      assertThat(sent.toMap()).containsEntry("depth", 2);
      assertThat(sent.map("_meta").containsKey("io.modelcontextprotocol/protocolVersion"))
          .isEqualTo(revision.equals("2026-07-28"));
    }
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void sendsCustomNotification(String revision, TransportType type) {
    try (FakeMcpServer server = FakeMcpServer.create().speaking(revision)) {
      try (Endpoint endpoint = type.to(server);
          McpClient client = McpClient.builder(endpoint.transport()).timeout(SOON).build()) {
        client.sendNotification("vendor/seen", Map.of("id", "x"));

        ReceivedMessage seen = server.awaitReceived("vendor/seen", SOON);
        assertThat(seen.params().toMap()).containsEntry("id", "x");
      }
    }
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void handlesCustomRequestOfServerAndDeclaresExtension(String revision, TransportType type) {
    boolean isStateless = revision.equals("2026-07-28");
    InputHandlers handlers =
        InputHandlers.builder()
            .extension("com.example/forms", Map.of("version", 2))
            .customRequest(
                "vendor/confirm",
                (request, context) ->
                    new CustomInputResult(Map.of("confirmed", request.params().get("what"))))
            .build();
    try (FakeMcpServer server = FakeMcpServer.create().speaking(revision)) {
      server
          .tool("ask")
          .handler(
              call -> {
                if (!isStateless) {
                  JsonRpcResponse response =
                      call.ask(FakeServerRequest.of("vendor/confirm", "{\"what\": \"it\"}"));
                  return FakeResult.text(response.result().toJson());
                }
                return call.inputResponses().has("it")
                    ? FakeResult.text(call.inputResponses().object("it").toJson())
                    : FakeResult.inputRequired(
                        "{\"it\": {\"method\": \"vendor/confirm\", \"params\": {\"what\": \"it\"}}}",
                        null);
              });
      try (Endpoint endpoint = type.to(server);
          McpClient client =
              McpClient.builder(endpoint.transport())
                  .timeout(SOON)
                  .inputHandlers(handlers)
                  .build()) {
        assertThat(client.callTool("ask").content())
            .isEqualTo(List.of(TextContent.of("{\"confirmed\":\"it\"}")));
      }
      JsonObject params =
          server.received(isStateless ? "tools/call" : "initialize").get(0).params();
      JsonObject capabilities =
          isStateless
              ? params.object("_meta").object("io.modelcontextprotocol/clientCapabilities")
              : params.object("capabilities");
      assertThat(capabilities.object("extensions").toMap())
          .containsEntry("com.example/forms", Map.of("version", 2));
    }
  }

  @Test
  void customRequestOfServerWithoutHandlerIsMethodNotFound() {
    InputHandlers handlers =
        InputHandlers.builder()
            .customRequest("vendor/confirm", (request, context) -> new CustomInputResult(Map.of()))
            .build();
    try (FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25");
        McpClient client = McpClient.builder(server.transport()).inputHandlers(handlers).build()) {
      server
          .tool("ask")
          .handler(
              call -> FakeResult.text("" + call.ask(FakeServerRequest.of("vendor/other")).error()));

      assertThat(client.callTool("ask").content().toString()).contains("-32601");
    }
  }

  @Test
  void resultOfHandlerThatCannotBeWrittenIsErrorResponse() {
    InputHandlers handlers =
        InputHandlers.builder()
            .customRequest(
                "vendor/confirm",
                (request, context) -> new CustomInputResult(Map.of("it", System.in)))
            .build();
    try (FakeMcpServer server = FakeMcpServer.create().speaking("2025-11-25");
        McpClient client = McpClient.builder(server.transport()).inputHandlers(handlers).build()) {
      server
          .tool("ask")
          .handler(
              call ->
                  FakeResult.text("" + call.ask(FakeServerRequest.of("vendor/confirm")).error()));

      assertThat(client.callTool("ask").content().toString())
          .contains("-32603", "cannot be written as JSON");
    }
  }

  @Test
  void rejectsHandlerOfMethodOfTheSpecification() {
    assertThatThrownBy(
            () ->
                InputHandlers.builder()
                    .customRequest(
                        "roots/list", (request, context) -> new CustomInputResult(Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("roots/list");
  }

  @Test
  void unknownMethodIsErrorResponse() {
    try (FakeMcpServer server = FakeMcpServer.create();
        McpClient client = McpClient.of(server.transport())) {
      var call =
          client.newCall(new CustomRequest("vendor/unknown", Map.of()), CallOptions.defaults());

      assertThatThrownBy(call::execute)
          .isInstanceOf(McpErrorResponseException.class)
          .hasMessageContaining("vendor/unknown")
          .hasMessageContaining("-32601");
    }
  }

  @Test
  void rejectsMethodsOfTheSpecification() {
    assertThatThrownBy(() -> new CustomRequest("tools/call", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tools/call");
    assertThatThrownBy(() -> new CustomRequest("vendor/ping", Map.of("_meta", Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CallOptions");
    try (FakeMcpServer server = FakeMcpServer.create();
        McpClient client = McpClient.of(server.transport())) {
      assertThatThrownBy(() -> client.sendNotification("notifications/cancelled", Map.of()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(server.received()).isEmpty();
    }
  }
}
