package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Concurrent calls are isolated, on one server and across servers. */
class IsolatedServersTest {

  private final FakeMcpServer slow = FakeMcpServer.create().named("slow", "1");
  private final FakeMcpServer fast = FakeMcpServer.create().named("fast", "1");
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Latch latch = new Latch();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    latch.open();
    catalog.close();
    endpoints.forEach(Endpoint::close);
    slow.close();
    fast.close();
  }

  private void start(TransportType slowType, TransportType fastType, CallLimits limits) {
    ServerOptions options = ServerOptions.builder().callLimits(limits).build();
    endpoints.add(slowType.to(slow));
    endpoints.add(fastType.to(fast));
    catalog =
        ToolCatalog.builder()
            .server("slow", endpoints.get(0).transport(), options)
            .server("fast", endpoints.get(1).transport(), options)
            .build();
    assertThat(catalog.awaitReady(OneServer.SOON)).isTrue();
  }

  private ToolOutput call(String name, String arguments) {
    return catalog.call(name, arguments, CallOptions.defaults());
  }

  @Test
  void saturatedServerDoesNotBlockOthers() {
    slow.tool("work").returns(FakeResult.text("late").after(latch));
    fast.tool("work").returns("done");
    start(
        TransportType.HTTP_JSON,
        TransportType.HTTP_JSON,
        CallLimits.builder().maxConcurrentCalls(2).maxQueuedCalls(2).build());
    List<CompletableFuture<ToolOutput>> pendingCalls =
        IntStream.range(0, 4)
            .mapToObj(i -> OneServer.onOwnThread(() -> call("slow__work", "{}")))
            .toList();
    slow.awaitReceived("tools/call", 2, OneServer.SOON);

    for (int i = 0; i < 20; i++) {
      assertThat(call("fast__work", "{}").text()).isEqualTo("done");
    }

    assertThat(pendingCalls).noneMatch(CompletableFuture::isDone);
    latch.open();
    assertThat(pendingCalls).extracting(call -> call.join().text()).containsOnly("late");
  }

  @Test
  void failedCallDoesNotAffectOtherCalls() {
    slow.tool("work").returns(FakeResult.text("late").after(latch));
    fast.tool("work").returns("done");
    start(TransportType.HTTP_JSON, TransportType.HTTP_JSON, CallLimits.defaults());
    CompletableFuture<ToolOutput> underWay = OneServer.onOwnThread(() -> call("slow__work", "{}"));
    latch.awaitArrival(OneServer.SOON);

    slow.injectNext("tools/call", Faults.disconnect(), Faults.html());
    assertThat(call("slow__work", "{}").isError()).isTrue();
    assertThat(call("slow__work", "{}").isError()).isTrue();
    assertThat(call("fast__work", "{}").text()).isEqualTo("done");
    latch.open();

    assertThat(underWay.join().text()).isEqualTo("late");
  }

  /** Each call has its own token, and each server its own response to it. */
  @Test
  void correlatesConcurrentResponses() {
    slow.tool("echo").handler(call -> FakeResult.text("slow " + call.string("token")));
    fast.tool("echo").handler(call -> FakeResult.text("fast " + call.string("token")));
    start(TransportType.HTTP_EVENT_STREAM, TransportType.STDIO, CallLimits.defaults());

    List<CompletableFuture<ToolOutput>> callers =
        IntStream.range(0, 16)
            .mapToObj(caller -> OneServer.onOwnThread(() -> askAll(caller)))
            .toList();

    assertThat(callers).allSatisfy(caller -> assertThat(caller.join()).isNull());
  }

  /** The first wrong response, if any. */
  private ToolOutput askAll(int caller) {
    for (int i = 0; i < 50; i++) {
      String server = i % 2 == 0 ? "slow" : "fast";
      String token = caller + "/" + i;
      ToolOutput output = call(server + "__echo", "{\"token\": \"" + token + "\"}");
      if (!output.text().equals(server + " " + token)) {
        return output;
      }
    }
    return null;
  }
}
