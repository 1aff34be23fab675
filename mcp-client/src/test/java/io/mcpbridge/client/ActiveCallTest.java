package io.mcpbridge.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ActiveCallTest {

  private final ActiveCall call = new ActiveCall(Deadline.after(Duration.ofMillis(100)));

  @Test
  void aPauseEndsHoweverManyReportsCome() {
    long waitContext = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    AtomicBoolean endless = new AtomicBoolean();
    call.progress(
        new CallToolRequest("slow", Map.of()),
        RequestId.of(1),
        report -> {
          endless.set(System.nanoTime() - waitContext > 0);
          if (!endless.get()) {
            report(report.progress() + 1);
          }
        });
    report(1);

    call.pause(Duration.ofHours(1));

    assertThat(endless).isFalse();
  }

  private void report(double progress) {
    call.progressed(
        new JsonRpcNotification(
            "notifications/progress",
            JsonObject.of(Map.of("progressToken", 1, "progress", progress))));
  }
}
