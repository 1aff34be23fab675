package io.mcpbridge.spring.callers;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.StdioEndpoint;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A server whose tool asks the user of the call for confirmation. The form's message and the result
 * are whom the caller sent in {@code _meta}.
 */
final class AskingServer {

  static final String TRUTH = "truth";
  static final String HOLD = "hold";
  private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{}}";

  private AskingServer() {}

  static FakeMcpServer create(boolean old) {
    FakeMcpServer server = FakeMcpServer.create();
    if (!old) {
      server.speaking(FakeRevisions.V2026_07_28);
      server
          .tool("confirm")
          .handler(
              call -> {
                String truth = call.received().meta().string(TRUTH);
                return call.inputResponses().has("it")
                    ? FakeResult.text(truth)
                    : FakeResult.inputRequired(
                        "{\"it\": {\"method\": \"elicitation/create\", \"params\": {\"message\": \""
                            + truth
                            + "\", \"requestedSchema\": "
                            + SCHEMA
                            + "}}}",
                        null);
              });
      return server;
    }
    server.speaking(FakeRevisions.V2025_11_25);
    server
        .tool("confirm")
        .handler(
            call -> {
              String truth = call.received().meta().string(TRUTH);
              call.ask(FakeServerRequest.form(truth, SCHEMA));
              return FakeResult.text(truth);
            });
    return server;
  }

  /** As the old one; its first question is asked while a call of {@code hold} is in flight. */
  private static FakeMcpServer createHeld() {
    FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
    CountDownLatch holdStarted = new CountDownLatch(1);
    CountDownLatch questionAnswered = new CountDownLatch(1);
    server
        .tool(HOLD)
        .handler(
            call -> {
              holdStarted.countDown();
              questionAnswered.await(60, TimeUnit.SECONDS);
              return FakeResult.text("held");
            });
    server
        .tool("confirm")
        .handler(
            call -> {
              String truth = call.received().meta().string(TRUTH);
              holdStarted.await(60, TimeUnit.SECONDS);
              call.ask(FakeServerRequest.form(truth, SCHEMA));
              questionAnswered.countDown();
              return FakeResult.text(truth);
            });
    return server;
  }

  /**
   * Serves on the standard streams until standard input ends.
   *
   * @param args {@code --old} for 2025-11-25
   */
  public static void main(String[] args) {
    try (FakeMcpServer server = List.of(args).contains("--old") ? createHeld() : create(false)) {
      StdioEndpoint.serve(server, System.in, System.out);
    }
  }
}
