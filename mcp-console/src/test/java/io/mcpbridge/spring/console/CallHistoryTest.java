package io.mcpbridge.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CallOutcome.Kind;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is kept of calls. */
class CallHistoryTest {

  private final CallHistory history = new CallHistory();

  private static CallEvent call(int number) {
    return new CallEvent(
        "s__t" + number,
        Set.of("path"),
        Instant.EPOCH.plusSeconds(number),
        new CallerContext("s", "ada", "c", "e" + number, "t" + number, null));
  }

  private void finish(int number, Kind kind) {
    history.callStarted(call(number));
    history.callFinished(
        call(number), new CallOutcome(kind, Duration.ofMillis(5), "r".repeat(2_000), null));
  }

  private List<?> entries(String name) {
    return (List<?>) history.json(user -> true).get(name);
  }

  @Test
  void keepsFailuresLongerThanOthers() {
    finish(0, Kind.FAILED);
    finish(1, Kind.SUCCEEDED);
    for (int i = 2; i < CallHistory.MAX_CALLS + 2; i++) {
      finish(i, Kind.SUCCEEDED);
    }

    assertThat(entries("calls")).hasSize(CallHistory.MAX_CALLS + 1);
    assertThat(entries("calls").get(CallHistory.MAX_CALLS).toString()).contains("modelName=s__t0");
    for (int i = 0; i < 2 * CallHistory.MAX_CALLS; i++) {
      finish(i, Kind.FAILED);
    }
    assertThat(entries("calls")).hasSize(CallHistory.MAX_CALLS + CallHistory.MAX_FAILURES);
    assertThat(Json.write(history.json(user -> true)).length())
        .as("in memory even less")
        .isLessThan(2_000_000);
  }

  @Test
  void showsOpenCalls() {
    history.callStarted(call(7));

    assertThat(entries("open")).hasSize(1);
    assertThat(((Map<?, ?>) entries("open").get(0)).get("modelName")).isEqualTo("s__t7");
    finish(7, Kind.SUCCEEDED);
    assertThat(entries("open")).isEmpty();
  }

  /** The end of a call can be lost. */
  @Test
  void oldOpenCallsMakeRoom() {
    for (int i = 0; i < 1_001; i++) {
      history.callStarted(call(i));
    }

    assertThat(entries("open")).hasSize(1_000);
    assertThat(entries("open").get(0).toString()).contains("modelName=s__t1000");
  }

  /** In the order of the calls of a catalog. */
  @Test
  void namesTheGuardThatStoppedACall() throws Exception {
    FakeMcpServer shop = FakeMcpServer.create();
    shop.tool("refund").returns("refunded");
    shop.tool("deny").returns(FakeResult.error("circuit breaker open until tomorrow"));
    BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    CatalogListener afterHistory =
        new CatalogListener() {
          @Override
          public void callFinished(CallEvent call, CallOutcome outcome) {
            ended.add(call.modelName());
          }

          @Override
          public void callLimitReached(CallLimitEvent event) {
            ended.add(event.modelName());
          }
        };
    ServerOptions fragile =
        ServerOptions.builder()
            .callLimits(
                CallLimits.builder().circuitBreakerFailureThreshold(1).maxRetries(0).build())
            .build();
    CallGuards guards =
        CallGuards.builder().maxConsecutiveFailures(1).maxCallsPerConversation(1).build();
    try (shop;
        ToolCatalog catalog =
            ToolCatalog.builder()
                .server("shop", shop.transport(), fragile)
                .callGuards(guards)
                .listener(history)
                .listener(afterHistory)
                .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      CallOptions request = CallOptions.builder().invocationId("request").build();
      catalog.call("shop__deny", "{}", request);
      catalog.call("shop__refund", "{}", request);
      CallOptions conversation = CallOptions.builder().conversationId("chat").build();
      catalog.call("shop__refund", "{}", conversation);
      catalog.call("shop__refund", "{}", conversation);
      shop.injectNext("tools/call", Faults.httpStatus(503));
      catalog.call("shop__refund", "{}");
      catalog.call("shop__refund", "{}");
      for (int i = 0; i < 6; i++) {
        assertThat(ended.poll(60, TimeUnit.SECONDS)).isNotNull();
      }
    }

    assertThat(entries("calls"))
        .map(entry -> (Map<?, ?>) entry)
        .extracting(call -> call.get("outcome") + " " + call.get("guard"))
        .containsExactly(
            "FAILED circuit breaker",
            "FAILED null",
            "REFUSED call budget",
            "SUCCEEDED null",
            "REFUSED loop guard",
            "ERROR null");
    assertThat(entries("calls").get(4).toString())
        .contains("(setting guards.max-consecutive-failures)");
  }
}
