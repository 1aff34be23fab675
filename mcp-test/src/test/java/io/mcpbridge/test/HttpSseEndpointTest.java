package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.internal.http.SseEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP+SSE of 2024-11-05. */
class HttpSseEndpointTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void answersPostedRequestsInStream() throws Exception {
    server.tool("greet").handler(call -> FakeResult.text("Hi " + call.string("who")));
    try (Events events = open()) {
      URI endpoint = greeted(events);

      assertThat(post(endpoint, Messages.request(1, "tools/list", "{}")).statusCode())
          .isEqualTo(202);
      assertThat(events.next().data()).contains("\"id\":1", "greet");
      post(
          endpoint,
          Messages.request(
              2, "tools/call", "{\"name\": \"greet\", \"arguments\": {\"who\": \"Bo\"}}"));
      assertThat(events.next())
          .satisfies(event -> assertThat(event.name()).isEqualTo("message"))
          .satisfies(event -> assertThat(event.data()).contains("\"id\":2", "Hi Bo"));
    }
    assertThat(server.received("GET")).hasSize(1);
    assertThat(server.received("tools/call").get(0).httpTarget()).startsWith("/messages?sessionId");
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void sendsConfiguredEndpoint() throws Exception {
    String origin = HttpSse.of(server).url().replace("/sse", "");

    assertThat(endpointWith(SseEndpoint.relative())).startsWith("/messages?sessionId=");
    assertThat(endpointWith(SseEndpoint.relativeToTheStream())).startsWith("messages?sessionId=");
    assertThat(endpointWith(SseEndpoint.absolute())).startsWith(origin + "/messages?sessionId=");
    assertThat(endpointWith(SseEndpoint.onOrigin("https://evil.example")))
        .startsWith("https://evil.example/messages?sessionId=");
    assertThat(endpointWith(SseEndpoint.spaced())).matches(" {2}/messages\\S+ ");
    assertThat(endpointWith(greeting -> greeting.endpoint("/proxy" + greeting.path())))
        .startsWith("/proxy/messages?sessionId=");
  }

  @Test
  void sendsEndpointTwiceLateOrNever() throws Exception {
    HttpSse.of(server).endpoint(SseEndpoint.twice());
    try (Events events = open()) {
      assertThat(events.next().data()).startsWith("/messages");
      assertThat(events.next()).isEqualTo(new Events.Event("endpoint", "", "/elsewhere", "", ""));
    }
    Latch latch = new Latch();
    HttpSse.of(server).endpoint(SseEndpoint.after(latch));
    try (Events events = open()) {
      latch.awaitArrival(LIMIT);
      HttpSse.of(server).keepAlive();
      assertThat(events.next().comment()).isEqualTo("keep-alive");
      latch.open();
      assertThat(events.next().name()).isEqualTo("endpoint");
    }
    HttpSse.of(server).endpoint(SseEndpoint.never());
    try (Events events = open()) {
      assertThat(events.status()).isEqualTo(200);
      HttpSse.of(server).closeStreams();
      assertThat(events.atEnd()).isTrue();
    }
  }

  @Test
  void acceptsMessagesOnProxiedPath() throws Exception {
    HttpSse.of(server)
        .endpoint(greeting -> greeting.endpoint("/proxy" + greeting.path() + "&x=a%2Fb"));
    try (Events events = open()) {
      greeted(events);
    }
    assertThat(server.received("initialize").get(0).httpTarget())
        .startsWith("/proxy/messages?sessionId=")
        .endsWith("&x=a%2Fb");
  }

  @Test
  void sendsNotificationsAndServerRequests() throws Exception {
    server
        .tool("where")
        .handler(call -> FakeResult.text(call.ask("roots/list", JsonObject.empty()).toString()));
    try (Events events = open()) {
      URI endpoint = greeted(events);

      server.announceToolsChanged();
      assertThat(events.next().data()).contains("notifications/tools/list_changed");
      post(endpoint, Messages.request(1, "tools/call", "{\"name\": \"where\"}"));
      assertThat(events.next().data()).contains("roots/list", "server-1");
      var answer =
          post(
              endpoint,
              "{\"jsonrpc\": \"2.0\", \"id\": \"server-1\", \"result\": {\"roots\": []}}");
      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(events.next().data()).contains("\"id\":1", "roots");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {405, 404, 400})
  void refusesPostsToTheStream(int status) throws Exception {
    HttpSse.of(server).refusingPostsToTheStream(status);

    var answer = post(URI.create(HttpSse.of(server).url()), Messages.initialize(1, "2025-11-25"));

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(server.received("initialize")).hasSize(1);
  }

  @Test
  void rejectsUnknownAndClosedSessions() throws Exception {
    URI unknown = URI.create(HttpSse.of(server).url()).resolve("/messages?sessionId=unknown");
    assertThat(post(unknown, Messages.request(1, "ping", "{}")).statusCode()).isEqualTo(404);

    URI endpoint;
    try (Events events = open()) {
      endpoint = greeted(events);
    }
    server.awaitDisconnected("GET", LIMIT);
    assertThat(post(endpoint, Messages.request(1, "ping", "{}")).statusCode()).isEqualTo(404);
  }

  @Test
  void doesNotSupportStatelessRevision() throws Exception {
    try (Events events = open()) {
      URI endpoint = greeted(events);

      post(endpoint, Messages.stateless("d", "server/discover", "{}"));

      assertThat(events.next().data()).contains("\"id\":\"d\"", "-32601");
    }
  }

  @Test
  void injectsFaultsIntoPostAndStream() throws Exception {
    try (Events events = open()) {
      URI endpoint = greeted(events);

      server.injectNext("ping", Faults.httpStatus(500), Faults.silence());
      assertThat(ping(endpoint, 1)).isEqualTo(500);
      assertThat(ping(endpoint, 2)).isEqualTo(202);
      assertThat(ping(endpoint, 3)).isEqualTo(202);
      assertThat(events.next().data()).contains("\"id\":3");

      server.injectNext("tools/list", ProtocolFaults.cutStream());
      assertThat(post(endpoint, Messages.request(4, "tools/list", "{}")).statusCode())
          .isEqualTo(202);
      assertThatThrownBy(
              () -> {
                events.next(); // a comment, unless the client discards it with the connection
                events.next();
              })
          .isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void disconnectFaultDropsPostAndStream() throws Exception {
    server.injectNext("tools/list", Faults.disconnect());
    try (Events events = open()) {
      URI endpoint = greeted(events);

      assertThatThrownBy(() -> post(endpoint, Messages.request(1, "tools/list", "{}")))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(events::next).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void dropsStreams() throws Exception {
    try (Events events = open()) {
      greeted(events);
      assertThat(HttpSse.of(server).openStreams()).isEqualTo(1);

      HttpSse.of(server).dropStreams();

      assertThatThrownBy(events::next).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void sendsConfiguredPostResponseAfterResult() throws Exception {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    HttpSse.of(server).confirming(200, "{}").answeringFirst();
    try (Events events = open()) {
      URI endpoint = greeted(events);

      CompletableFuture<HttpResponse<String>> posted =
          Http.CLIENT.sendAsync(
              request(endpoint, Messages.request(1, "tools/call", "{\"name\": \"slow\"}")),
              BodyHandlers.ofString());
      latch.awaitArrival(LIMIT);
      assertThat(posted).isNotDone();
      latch.open();

      assertThat(events.next().data()).contains("done");
      assertThat(posted.get().statusCode()).isEqualTo(200);
      assertThat(posted.get().body()).isEqualTo("{}");
    }
  }

  private String endpointWith(SseEndpoint endpoint) throws Exception {
    HttpSse.of(server).endpoint(endpoint);
    try (Events events = open()) {
      Events.Event event = events.next();
      assertThat(event.name()).isEqualTo("endpoint");
      return event.data();
    }
  }

  private Events open() throws Exception {
    HttpRequest get =
        HttpRequest.newBuilder(URI.create(HttpSse.of(server).url()))
            .header("Accept", "text/event-stream")
            .build();
    return new Events(Http.CLIENT.send(get, BodyHandlers.ofLines()));
  }

  /** Initializes over a newly opened stream, and returns the endpoint for messages. */
  private URI greeted(Events events) throws Exception {
    URI endpoint = URI.create(HttpSse.of(server).url()).resolve(events.next().data());
    post(endpoint, Messages.initialize(0, "2024-11-05"));
    assertThat(events.next().data()).contains("\"id\":0", "\"protocolVersion\":\"2024-11-05\"");
    post(endpoint, Messages.notification("notifications/initialized", "{}"));
    return endpoint;
  }

  private static int ping(URI endpoint, int id) throws Exception {
    return post(endpoint, Messages.request(id, "ping", "{}")).statusCode();
  }

  private static HttpResponse<String> post(URI endpoint, String body) throws Exception {
    return Http.CLIENT.send(request(endpoint, body), BodyHandlers.ofString());
  }

  private static HttpRequest request(URI endpoint, String body) {
    return HttpRequest.newBuilder(endpoint)
        .timeout(LIMIT)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }
}
