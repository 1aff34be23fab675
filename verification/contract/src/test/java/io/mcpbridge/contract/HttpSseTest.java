package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.HttpSse;
import io.mcpbridge.test.ProtocolFaults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.internal.http.SseEndpoint;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behavior specific to HTTP+SSE (2024-11-05, transports, HTTP with SSE). */
class HttpSseTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CALL = "tools/call";
  private static final String INITIALIZE = "initialize";

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2024_11_05);
  private final AtomicReference<McpException> lost = new AtomicReference<>();
  private final CountDownLatch lostOnce = new CountDownLatch(1);

  @AfterEach
  void close() {
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private HttpSseTransport.Builder transport() {
    return HttpSseTransport.builder(URI.create(HttpSse.of(server).url()));
  }

  private McpClient client(HttpSseTransport.Builder transport) {
    return builder(transport).build();
  }

  private McpClient.Builder builder(HttpSseTransport.Builder transport) {
    server.tool("fine").returns("fine");
    return McpClient.builder(transport.build())
        .name("fake")
        .listener(
            new McpClientListener() {
              @Override
              public void connectionLost(McpException cause) {
                lost.set(cause);
                lostOnce.countDown();
              }
            });
  }

  private static CompletableFuture<CallToolResult> submit(McpClient client, String tool) {
    return client.callToolAsync(tool, Map.of());
  }

  private String origin() {
    return HttpSse.of(server).url().replace("/sse", "");
  }

  static Stream<Arguments> endpoints() {
    return Stream.of(
        Arguments.of("/messages?sessionId=", SseEndpoint.relative()),
        Arguments.of("/messages?sessionId=", SseEndpoint.relativeToTheStream()),
        Arguments.of("/messages?sessionId=", SseEndpoint.absolute()),
        Arguments.of("/messages?sessionId=", SseEndpoint.spaced()),
        Arguments.of("/messages?sessionId=", SseEndpoint.twice()),
        Arguments.of(
            "/messages?sessionId=",
            (SseEndpoint)
                greeting -> {
                  greeting.comment("about to begin");
                  greeting.event("welcome", "{}");
                  greeting.endpoint(greeting.path());
                }),
        Arguments.of(
            "/up/messages?x=a%2Fb&sessionId=",
            (SseEndpoint)
                greeting ->
                    greeting.endpoint(
                        "./down/../up" + greeting.path().replace("?", "?x=a%2Fb&") + "#here")));
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void postsToUrlOfEndpointEvent(String target, SseEndpoint endpoint) {
    HttpSse.of(server).endpoint(endpoint);
    try (McpClient client = client(transport())) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
    assertThat(server.received("server/discover")).as("nothing to find out").isEmpty();
    assertThat(server.received(CALL).get(0).httpTarget()).startsWith(target);
    assertThat(server.received("GET")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://internal.example", "http://127.0.0.1:1"})
  void nothingIsSentToAnotherOrigin(String elsewhere) {
    HttpSse.of(server).endpoint(SseEndpoint.onOrigin(elsewhere));
    String url = HttpSse.of(server).url();

    for (var transport : List.of(HttpSseTransport.of(url), StreamableHttpTransport.of(url))) {
      try (McpClient client = McpClient.builder(transport).name("fake").build()) {
        assertThatThrownBy(client::server)
            .isInstanceOf(McpConnectException.class)
            .hasMessageContainingAll(
                "\"fake\"", url, elsewhere + "/messages", "HttpSseTransport.messageEndpoint")
            .hasMessageNotContaining("sessionId");
      }
    }
  }

  @Test
  void configuredMessageEndpointOverridesEndpointEvent() {
    HttpSse.of(server).endpoint(SseEndpoint.onOrigin("https://internal.example"));
    try (McpClient client =
        client(transport().messageEndpoint(URI.create(origin() + "/proxy/messages")))) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
    assertThat(server.received(CALL).get(0).httpTarget()).startsWith("/proxy/messages?sessionId=");
  }

  @Test
  void configuredMessageEndpointMayBeCrossOrigin() {
    String crossOrigin = origin().replace("127.0.0.1", "localhost");
    assertThat(crossOrigin).isNotEqualTo(origin());
    try (McpClient client =
        client(transport().messageEndpoint(URI.create(crossOrigin + "/messages")))) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
    assertThat(server.received("GET").get(0).header("Host")).startsWith("127.0.0.1");
    assertThat(server.received(CALL).get(0).header("Host")).startsWith("localhost");
  }

  @Test
  void rejectsNonHttpEndpointUrl() {
    HttpSse.of(server).endpoint(greeting -> greeting.endpoint("ftp://" + greeting.path()));
    try (McpClient client = client(transport())) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpProtocolException.class)
          .hasMessageContainingAll("\"fake\"", "endpoint event", "ftp:");
    }
  }

  @Test
  void missingEndpointEventTimesOut() {
    HttpSse.of(server).endpoint(SseEndpoint.never());
    try (McpClient client =
        builder(transport()).initializationTimeout(Duration.ofMillis(300)).build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContainingAll("\"fake\"", "endpoint", "300 ms", "initialization-timeout");
    }
  }

  @Test
  void postsNothingBeforeEndpointEvent() throws Exception {
    Latch latch = new Latch();
    HttpSse.of(server).endpoint(SseEndpoint.after(latch));
    try (McpClient client = client(transport())) {
      CompletableFuture<CallToolResult> call = submit(client, "fine");
      latch.awaitArrival(SOON);
      assertThat(server.received()).extracting(ReceivedMessage::method).containsOnly("GET");
      latch.open();

      assertThat(call.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
    }
  }

  /** Some servers send every response to the client that connected last. */
  @Test
  void routesResponsesToTheirClient() {
    server.tool("echo").handler(call -> FakeResult.text(call.string("token")));
    try (McpClient first = client(transport());
        McpClient second = client(transport());
        McpClient third = client(transport())) {
      List<McpClient> clients = List.of(first, second, third);
      Map<String, CompletableFuture<CallToolResult>> calls = new HashMap<>();
      for (int i = 0; i < 90; i++) {
        CallToolRequest echo = new CallToolRequest("echo", Map.of("token", "t" + i));
        calls.put("t" + i, clients.get(i % 3).newCall(echo, CallOptions.defaults()).submit());
      }

      calls.forEach((token, call) -> assertThat(call.join().text()).isEqualTo(token));
    }
    assertThat(server.received("GET")).hasSize(3);
  }

  @Test
  void closeEndsWaitForEndpoint() {
    Latch latch = new Latch();
    HttpSse.of(server).endpoint(SseEndpoint.after(latch));
    CompletableFuture<CallToolResult> call;
    try (McpClient client = client(transport())) {
      call = submit(client, "fine");
      latch.awaitArrival(SOON);
    }
    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(McpException.class);
    latch.open();
  }

  static Stream<Arguments> confirmations() {
    return Stream.of(
        Arguments.of(202, "Accepted"), Arguments.of(200, "{\"ok\":true}"), Arguments.of(204, ""));
  }

  @ParameterizedTest
  @MethodSource("confirmations")
  void acceptsAnySuccessfulPostResponse(int status, String body) {
    HttpSse.of(server).confirming(status, body);
    try (McpClient client = client(transport())) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
  }

  @Test
  void acceptsResponseAndProgressBeforePostCompletes() {
    Latch latch = new Latch();
    server
        .tool("slow")
        .handler(
            call -> {
              call.progress(1, 2.0, "half way");
              latch.pass();
              return FakeResult.text("done");
            });
    HttpSse.of(server).answeringFirst();
    CallOptions options = CallOptions.builder().onProgress(report -> latch.open()).build();
    try (McpClient client = client(transport())) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.newCall(new CallToolRequest("slow", Map.of()), options).execute().text())
            .isEqualTo("done");
      }
    }
  }

  @Test
  void rejectedPostFailsOnlyItsCall() throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("slow").after(latch));
    try (McpClient client = client(transport())) {
      CompletableFuture<CallToolResult> slow = submit(client, "slow");
      latch.awaitArrival(SOON);
      server.injectNext(CALL, Faults.httpStatus(500, "text/plain", "Whoops"));

      assertThatThrownBy(() -> client.callTool("fine"))
          .isInstanceOfSatisfying(
              McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(500))
          .hasMessageContainingAll(
              "\"fake\"", "tools/call fine", "HttpSseTransport.messageEndpoint");
      latch.open();
      assertThat(slow.get(60, TimeUnit.SECONDS).text()).isEqualTo("slow");
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
    assertThat(server.received(INITIALIZE)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theEndOfTheStreamEndsTheSessionAndTheNextCallBeginsAnother(boolean inGoodOrder)
      throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("late").after(latch));
    try (McpClient client = client(transport())) {
      CompletableFuture<CallToolResult> slow = submit(client, "slow");
      latch.awaitArrival(SOON);
      if (inGoodOrder) {
        HttpSse.of(server).closeStreams();
      } else {
        HttpSse.of(server).dropStreams();
      }

      assertThatThrownBy(() -> slow.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(McpConnectionLostException.class)
          .hasMessageContainingAll("\"fake\"", "event stream", "session");
      assertThat(lostOnce.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lost.get()).isInstanceOf(McpConnectionLostException.class);
      assertThat(client.isConnected()).isFalse();
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
    latch.open();
    List<String> targets = server.received(CALL).stream().map(ReceivedMessage::httpTarget).toList();
    assertThat(targets).hasSize(2).doesNotHaveDuplicates();
    assertThat(server.received(INITIALIZE)).hasSize(2);
  }

  @Test
  void streamEndFailsCallWhilePostHangs() throws Exception {
    HttpSse.of(server).answeringFirst();
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("late").after(latch));
    try (McpClient client = client(transport())) {
      CompletableFuture<CallToolResult> slow = submit(client, "slow");
      latch.awaitArrival(SOON);
      HttpSse.of(server).dropStreams();

      assertThatThrownBy(() -> slow.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(McpConnectionLostException.class)
          .hasMessageContaining("the session ended with it");
    }
    latch.open();
  }

  @Test
  void reconnectsAfterServerRestart() throws Exception {
    try (McpClient client = client(transport())) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
      HttpSse.of(server).stop();
      assertThat(lostOnce.await(60, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(() -> client.callTool("fine")).isInstanceOf(McpConnectException.class);

      HttpSse.of(server).start();
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
  }

  static Stream<SseFormat> spellings() {
    return Stream.of(
        SseFormat.terse(), SseFormat.verbose(), new SseFormat("\r", " ", true, true, false));
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void readsAllSseFormats(SseFormat format) {
    HttpSse.of(server).spelling(format);
    try (McpClient client = client(transport())) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
      HttpSse.of(server).keepAlive();
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
  }

  @Test
  void sendsHeadersAndCredentialsWithEachRequest() {
    try (McpClient client =
        client(
            transport()
                .header("X-Tenant", "blue")
                .credentials(request -> Map.of("Authorization", "Bearer " + request.method())))) {
      client.callTool("fine");
    }
    assertThat(server.received("GET").get(0).header("Authorization")).isEqualTo("Bearer GET");
    assertThat(server.received(CALL).get(0).header("Authorization")).isEqualTo("Bearer POST");
    assertThat(server.received())
        .isNotEmpty()
        .allSatisfy(m -> assertThat(m.header("X-Tenant")).isEqualTo("blue"));
  }

  @Test
  void renewsCredentialsAfter401OnStreamAndPost() {
    server
        .injectNext("GET", Faults.httpStatus(401))
        .injectNext("notifications/initialized", Faults.httpStatus(401));
    AtomicInteger token = new AtomicInteger();
    Credentials renewable =
        new Credentials() {
          @Override
          public Map<String, String> headersFor(OutgoingRequest request) {
            return Map.of("Authorization", "Bearer " + token);
          }

          @Override
          public boolean renew(Challenge challenge) {
            token.incrementAndGet();
            return true;
          }
        };
    try (McpClient client = client(transport().credentials(renewable))) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
    assertThat(server.received("GET"))
        .extracting(get -> get.header("Authorization"))
        .containsExactly("Bearer 0", "Bearer 1");
    assertThat(server.received("notifications/initialized"))
        .extracting(message -> message.header("Authorization"))
        .containsExactly("Bearer 1", "Bearer 2");
  }

  @Test
  void reportsPersistentUnauthorizedStatus() {
    server.inject("GET", Faults.httpStatus(401));
    String url = HttpSse.of(server).url();
    for (var transport : List.of(HttpSseTransport.of(url), StreamableHttpTransport.of(url))) {
      try (McpClient client = McpClient.builder(transport).name("fake").build()) {
        assertThatThrownBy(client::server)
            .isInstanceOfSatisfying(
                McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(401))
            .hasMessageContainingAll("\"fake\"", "GET of the event stream", "credentials");
      }
    }
  }

  static Stream<Arguments> useless() {
    return Stream.of(
        Arguments.of(ProtocolFaults.huge(20_000), McpLimitException.class),
        Arguments.of(ProtocolFaults.deep(600), McpLimitException.class),
        Arguments.of(ProtocolFaults.bothResultAndError(), McpProtocolException.class));
  }

  @ParameterizedTest
  @MethodSource("useless")
  void unusableResponseFailsOnlyItsCall(Fault answer, Class<? extends McpException> failure)
      throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("slow").after(latch));
    JsonLimits limits = JsonLimits.defaults().withMaxMessageBytes(10_000);
    try (McpClient client = client(transport().limits(limits))) {
      CompletableFuture<CallToolResult> slow = submit(client, "slow");
      latch.awaitArrival(SOON);
      server.injectNext(CALL, answer);

      assertThatThrownBy(() -> client.callTool("fine")).isInstanceOf(failure);
      latch.open();
      assertThat(slow.get(60, TimeUnit.SECONDS).text()).isEqualTo("slow");
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
  }

  @Test
  void readsBatchedResponses() {
    server.inject(CALL, ProtocolFaults.batched());
    try (McpClient client = client(transport())) {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
  }

  @Test
  void rejectsStatelessRevision() {
    try (McpClient client =
        builder(transport()).protocolVersion(FakeRevisions.V2026_07_28).build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpUnsupportedVersionException.class)
          .hasMessageContainingAll("\"fake\"", FakeRevisions.V2026_07_28, "protocolVersion");
    }
    assertThat(server.received()).isEmpty();
  }
}
