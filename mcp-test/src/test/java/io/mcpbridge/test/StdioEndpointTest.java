package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StdioEndpointTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final PipedOutputStream toServer = new PipedOutputStream();
  private final PipedOutputStream fromServer = new PipedOutputStream();
  private BufferedReader answers;
  private Thread serving;

  @BeforeEach
  void serve() throws IOException {
    PipedInputStream in = new PipedInputStream(toServer, 1 << 16);
    answers =
        new BufferedReader(
            new InputStreamReader(
                new PipedInputStream(fromServer, 1 << 16), StandardCharsets.UTF_8));
    serving = new Thread(() -> StdioEndpoint.serve(server, in, fromServer), "stdio-door-test");
    serving.start();
  }

  @AfterEach
  void close() throws Exception {
    toServer.close();
    serving.join(5000);
    assertThat(serving.isAlive()).isFalse();
    server.close();
  }

  @Test
  void supportsBothErasInOneProcess() throws Exception {
    server.tool("one");

    tell(Messages.stateless("d", "server/discover", "{}"));
    assertThat(answer().object("result").list("supportedVersions")).isEqualTo(FakeRevisions.all());

    tell(Messages.initialize(1, "2025-06-18"));
    assertThat(answer().object("result").string("protocolVersion")).isEqualTo("2025-06-18");
    tell(Messages.notification("notifications/initialized", "{}"));
    tell(Messages.request(2, "tools/list", "{}"));
    assertThat(answer().object("result").list("tools")).hasSize(1);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void rejectsDiscoverInOlderRevision() throws Exception {
    server.speaking(FakeRevisions.V2025_11_25);

    tell(Messages.stateless("d", "server/discover", "{}"));

    assertThat(answer().object("error").integer("code")).isEqualTo(-32601);
  }

  @Test
  void rejectsRequestsBeforeInitialize() throws Exception {
    tell(Messages.request(1, "tools/list", "{}"));
    assertThat(answer().object("error").integer("code")).isEqualTo(-32600);

    tell(Messages.request(2, "ping", "{}"));
    assertThat(answer().map("result")).isEmpty();
  }

  @Test
  void answersInvalidJsonWithParseError() throws Exception {
    tell("{\"jsonrpc\": ");

    JsonObject answer = answer();
    assertThat(answer.object("error").integer("code")).isEqualTo(-32700);
    assertThat(answer.has("id")).isFalse();
  }

  @Test
  void respondsOutOfOrder() throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("slow").after(latch));
    server.tool("fast").returns("fast");

    tell(Messages.stateless(1, "tools/call", "{\"name\": \"slow\"}"));
    latch.awaitArrival(Duration.ofSeconds(60));
    tell(Messages.stateless(2, "tools/call", "{\"name\": \"fast\"}"));
    assertThat(answer().integer("id")).isEqualTo(2);
    latch.open();
    assertThat(answer().integer("id")).isEqualTo(1);
  }

  @Test
  void doesNotAnswerCancelledRequestUnlessConfigured() throws Exception {
    server.tool("never").neverAnswers();
    server.tool("late").returns(FakeResult.text("too late").afterCancellation());

    tell(Messages.stateless(1, "tools/call", "{\"name\": \"never\"}"));
    tell(Messages.stateless(2, "tools/call", "{\"name\": \"late\"}"));
    server.awaitReceived("tools/call", 2, Duration.ofSeconds(60));
    tell(Messages.notification("notifications/cancelled", "{\"requestId\": 1}"));
    tell(Messages.notification("notifications/cancelled", "{\"requestId\": 2}"));

    assertThat(answer().integer("id")).isEqualTo(2);
    assertThat(server.cancelled()).hasSize(2);
  }

  @Test
  void sendsListChangedOnlyAfterInitialize() throws Exception {
    server.announceToolsChanged();
    tell(Messages.initialize(1, "2025-11-25"));
    assertThat(answer().integer("id")).isEqualTo(1);

    server.announceToolsChanged();

    assertThat(answer().string("method")).isEqualTo("notifications/tools/list_changed");
  }

  @Test
  void writesStrayOutput() throws Exception {
    server.injectNext(ProtocolFaults.strayOutput("Listening on port 3000"));

    tell(Messages.stateless(1, "tools/list", "{}"));

    assertThat(answers.readLine()).isEqualTo("Listening on port 3000");
    assertThat(answer().integer("id")).isEqualTo(1);
  }

  @Test
  void exitFaultClosesOutput() throws Exception {
    server.injectNext("server/discover", Faults.exit(1));

    tell(Messages.stateless(1, "server/discover", "{}"));

    assertThat(answers.readLine()).isNull();
  }

  private void tell(String message) throws IOException {
    toServer.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    toServer.flush();
  }

  private JsonObject answer() throws IOException {
    return JsonObject.of(Json.readObject(answers.readLine()));
  }
}
