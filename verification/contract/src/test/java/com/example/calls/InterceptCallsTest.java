package com.example.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputInterceptor;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Call interceptors, as an application writes them. */
@ExtendWith(LeakCheck.class)
class InterceptCallsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<String> audit = new ArrayList<>();

  @AfterEach
  void close() {
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void interceptorMeasuresCallDuration() {
    server.tool("greet").returns("Hello");
    Interceptor timing =
        chain -> {
          long start = System.nanoTime();
          try {
            return chain.proceed(chain.request());
          } finally {
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            audit.add(chain.server() + " " + chain.request().method() + " took " + took);
          }
        };
    try (McpClient client =
        McpClient.builder(server.transport()).name("hall").addCallInterceptor(timing).build()) {
      client.callTool("greet");
    }

    assertThat(audit).singleElement().asString().startsWith("hall tools/call took PT");
  }

  @Test
  void interceptorAddsMetaAndSeesConnectionDetails() {
    server.tool("greet").returns("Hello");
    Interceptor tracing =
        chain -> {
          Map<String, Object> meta = new LinkedHashMap<>(chain.options().meta());
          meta.put("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
          try {
            return chain.proceed(chain.request(), chain.options().toBuilder().meta(meta).build());
          } finally {
            audit.add(chain.wire().requestId() + " to " + chain.wire().address());
          }
        };
    List<String> before = new ArrayList<>();
    Interceptor first =
        chain -> {
          before.add(chain.wire().requestId() + " " + chain.wire().server());
          return chain.proceed(chain.request());
        };
    try (McpClient client =
        McpClient.builder(server.transport())
            .addCallInterceptor(first)
            .addWireInterceptor(
                chain -> {
                  before.add(chain.wire().server().implementation().name());
                  return chain.proceed(chain.request());
                })
            .addWireInterceptor(tracing)
            .build()) {
      client.callTool("greet");
    }

    ReceivedMessage call = server.received("tools/call").get(0);
    assertThat(call.meta().string("traceparent")).startsWith("00-4bf92f");
    assertThat(audit).containsExactly(call.id() + " to " + server.transport().address());
    assertThat(before).first().isEqualTo("null null");
    assertThat(before).hasSize(2).doesNotContainNull();
  }

  @Test
  void interceptorBlocksForbiddenTool() {
    server.tool("delete").returns("gone");
    server.tool("read").returns("text");
    Set<String> forbidden = Set.of("delete");
    Interceptor policy =
        chain -> {
          if (chain.request() instanceof CallToolRequest call && forbidden.contains(call.name())) {
            TextContent reason = TextContent.of("This application does not allow " + call.name());
            return new CallToolResult(List.of(reason), null, true, Map.of());
          }
          return chain.proceed(chain.request());
        };
    try (McpClient client =
        McpClient.builder(server.transport()).addCallInterceptor(policy).build()) {
      assertThat(client.callTool("delete").isError()).isTrue();
      assertThat(client.callTool("read").text()).isEqualTo("text");
    }

    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void interceptorAddsArguments() {
    server.tool("find").handler(call -> FakeResult.text(call.string("tenant")));
    Interceptor tenant =
        chain -> {
          if (!(chain.request() instanceof CallToolRequest call)) {
            return chain.proceed(chain.request());
          }
          Map<String, Object> arguments = new LinkedHashMap<>(call.arguments());
          arguments.put("tenant", "acme");
          return chain.proceed(new CallToolRequest(call.name(), arguments));
        };
    try (McpClient client =
        McpClient.builder(server.transport()).addCallInterceptor(tenant).build()) {
      assertThat(client.callTool("find").text()).isEqualTo("acme");
    }
  }

  @Test
  void interceptorRetriesIdempotentCallOnConnectionLoss() {
    server.tool("read").returns("text");
    server.injectNext("tools/call", Faults.disconnect());
    Interceptor retry =
        chain -> {
          try {
            return chain.proceed(chain.request());
          } catch (McpConnectionLostException e) {
            boolean harmless =
                chain.request() instanceof CallToolRequest call && call.name().equals("read");
            if (!harmless) {
              throw e;
            }
            return chain.proceed(chain.request()); // the same deadline applies
          }
        };
    try (McpClient client =
        McpClient.builder(server.transport()).addCallInterceptor(retry).build()) {
      assertThat(client.callTool("read").text()).isEqualTo("text");
    }

    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void wireInterceptorSeesTaskPolls() {
    server
        .speaking("2026-07-28")
        .tool("report")
        .runsAs(
            FakeTask.polledEvery(Duration.ofMillis(10))
                .working(1)
                .completes(FakeResult.text("done")));
    Interceptor rounds =
        chain -> {
          audit.add(chain.request().method());
          return chain.proceed(chain.request());
        };
    try (McpClient client =
        McpClient.builder(server.transport()).addWireInterceptor(rounds).build()) {
      client.callTool("report");
    }

    assertThat(audit).containsExactly("tools/call", "tasks/get", "tasks/get");
  }

  @Test
  void limitsServerRequests() {
    server
        .tool("think")
        .handler(
            call ->
                FakeResult.inputRequired(
                    "{\"a\": {\"method\": \"sampling/createMessage\", \"params\": {\"messages\": [],"
                        + " \"maxTokens\": 900}}}",
                    null));
    AtomicInteger budget = new AtomicInteger(1_000);
    InputInterceptor thrift =
        (request, context, next) -> {
          audit.add(context.server() + " asks " + request.method());
          if (request instanceof CreateMessageRequest message
              && budget.addAndGet((int) -message.maxTokens()) < 0) {
            throw new McpInputRefusedException("no tokens left for servers");
          }
          return next.handle(request, context);
        };
    InputHandlers handlers =
        InputHandlers.builder()
            .createMessage((request, context) -> CreateMessageResult.text("Hm.", "tiny"))
            .interceptor(thrift)
            .build();
    try (McpClient client =
        McpClient.builder(server.transport()).name("hall").inputHandlers(handlers).build()) {
      assertThatThrownBy(() -> client.callTool("think"))
          .isInstanceOf(McpException.class)
          .hasMessageContaining("no tokens left");
    }

    assertThat(audit)
        .containsExactly("hall asks sampling/createMessage", "hall asks sampling/createMessage");
  }
}
