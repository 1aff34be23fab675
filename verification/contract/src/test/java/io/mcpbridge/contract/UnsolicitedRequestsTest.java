package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server request outside any call reaches neither a user nor a model. */
class UnsolicitedRequestsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final FakeServerRequest FORM =
      FakeServerRequest.form("Your name?", "{\"type\":\"object\",\"properties\":{}}");
  private static final FakeServerRequest MESSAGE = FakeServerRequest.sampling("Hello", 10);

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final AtomicInteger handlerCalls = new AtomicInteger();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private InputHandlers.Builder handlers() {
    return InputHandlers.builder()
        .elicitForm(
            (form, context) -> {
              handlerCalls.incrementAndGet();
              return ElicitResult.accept(Map.of());
            })
        .createMessage(
            (request, context) -> {
              handlerCalls.incrementAndGet();
              return CreateMessageResult.text("Hi", "model");
            })
        .listRoots((request, context) -> new ListRootsResult(List.of()));
  }

  private void connect(TransportType type, InputHandlers handlers) {
    server.tool("asks").handler(call -> FakeResult.text(call.ask(FORM).toJson().toJson()));
    endpoint = type.to(server);
    client = McpClient.builder(endpoint.transport()).inputHandlers(handlers).build();
    client.server();
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void rejectsUnsolicitedRequestsByDefault(TransportType type) {
    connect(type, handlers().build());

    JsonRpcResponse form = server.ask(FORM, SOON);
    JsonRpcResponse message = server.ask(MESSAGE, SOON);

    assertThat(form.error().message()).contains("while one of its calls is in flight");
    assertThat(message.error().code()).isEqualTo(-1);
    assertThat(handlerCalls).hasValue(0);
    assertThat(server.ask(FakeServerRequest.ping(), SOON).error()).isNull();
    assertThat(server.ask(FakeServerRequest.roots(), SOON).error()).isNull();
    assertThat(client.callTool("asks").text()).contains("accept");
    assertThat(handlerCalls).as("during a call").hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void answersUnsolicitedRequestsIfAllowed(TransportType type) {
    connect(type, handlers().allowUnsolicited().build());

    assertThat(server.ask(FORM, SOON).result().string("action")).isEqualTo("accept");
    assertThat(server.ask(MESSAGE, SOON).error()).isNull();
    assertThat(handlerCalls).hasValue(2);
  }

  @ParameterizedTest
  @EnumSource(names = "IN_PROCESS")
  void answersTaskRelatedRequestsOutsideCalls(TransportType type) {
    connect(type, handlers().build());

    FakeServerRequest ofTask =
        FORM.with("_meta", "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t1\"}}");

    assertThat(server.ask(ofTask, SOON).result().string("action")).isEqualTo("accept");
  }

  /** Such as a time limiter, which stops waiting for the other thread. */
  @Test
  void rejectsRequestsAfterACallWhoseInterceptorUsedAnotherThread() {
    server.tool("silent").returns(FakeResult.never());
    Interceptor limiter =
        chain -> {
          FutureTask<McpResult> following = new FutureTask<>(() -> chain.proceed(chain.request()));
          new Thread(following, "limiter").start();
          try {
            return following.get(1, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new McpException("no result in time", e);
          }
        };
    endpoint = TransportType.IN_PROCESS.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("hall")
            .inputHandlers(handlers().build())
            .addCallInterceptor(limiter)
            .build();
    client.server();

    assertThatThrownBy(() -> client.callTool("silent"))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("Server \"hall\", tools/call silent: no result in time")
        .rootCause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"limiter\"");

    assertThat(server.ask(FORM, SOON).error().message())
        .contains("while one of its calls is in flight");
    assertThat(handlerCalls).hasValue(0);
    assertThat(server.received("tools/call")).isEmpty();
  }
}
