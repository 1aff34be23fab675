package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.internal.http.StreamResumability;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The streams of Streamable HTTP, 2025-03-26 to 2025-11-25: GET, event ids, resumption. */
class HttpStreamTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void rejectsGetIfConfigured() throws Exception {
    server.http().withoutStream();

    try (Events events = get(Http.session(server))) {
      assertThat(events.status()).isEqualTo(405);
    }
  }

  @Test
  void delaysResponseHeadersUntilFirstMessage() throws Exception {
    server.http().delayingHeaders();
    String session = Http.session(server);

    CompletableFuture<HttpResponse<Stream<String>>> answer =
        Http.CLIENT.sendAsync(listen(session).build(), BodyHandlers.ofLines());
    server.awaitReceived("GET", LIMIT);
    assertThat(answer).isNotDone();
    while (!answer.isDone()) { // until the server has registered the stream
      server.announceToolsChanged();
      Thread.onSpinWait();
    }

    try (Events events = new Events(answer.get())) {
      assertThat(events.next().data()).contains("notifications/tools/list_changed");
    }
  }

  @Test
  void closesDropsAndKeepsAliveGetStreams() throws Exception {
    String session = Http.session(server);
    try (Events closed = get(session)) {
      assertThat(server.http().openStreams()).isEqualTo(1);
      server.http().keepAlive();
      assertThat(closed.next().comment()).isEqualTo("keep-alive");
      server.http().closeStreams();
      assertThat(closed.atEnd()).isTrue();
    }
    try (Events dropped = get(session)) {
      server.http().dropStreams();
      assertThatThrownBy(dropped::next).isInstanceOf(UncheckedIOException.class);
    }
    try (Events third = get(session)) {
      server.announceToolsChanged();
      assertThat(third.next().data()).contains("list_changed");
    }
  }

  @Test
  void sessionEndClosesItsStreams() throws Exception {
    String session = Http.session(server);
    try (Events events = get(session)) {
      HttpRequest delete = inSession(session).DELETE().build();
      Http.CLIENT.send(delete, BodyHandlers.ofString());
      assertThat(events.atEnd()).isTrue();
    }
    try (Events events = get(Http.session(server))) {
      server.forgetSessions();
      assertThat(events.atEnd()).isTrue();
    }
  }

  @Test
  void sendsEventIdsOnlyIfResumable() throws Exception {
    server.http().answering(ResponseFormat.EVENT_STREAM);
    try (Events events = post(Http.session(server), Messages.request(1, "ping", "{}"))) {
      assertThat(events.next().id()).isEmpty();
    }
  }

  @Test
  void resumableStreamsSendUniqueEventIdsAndRetry() throws Exception {
    StreamResumability.standard()
        .retryingAfter(Duration.ofMillis(70))
        .applyTo(server.http().answering(ResponseFormat.EVENT_STREAM));
    String session = Http.session(server);

    try (Events postStream = post(session, Messages.request(1, "ping", "{}"));
        Events getStream = get(session)) {
      Events.Event priming = postStream.next();
      assertThat(priming.data()).isEmpty();
      assertThat(priming.retry()).isEqualTo("70");
      assertThat(Stream.of(priming.id(), postStream.next().id(), getStream.next().id()))
          .doesNotHaveDuplicates()
          .doesNotContain("");
    }
  }

  @Test
  void sendsRetryWithoutPrimingEvent() throws Exception {
    StreamResumability.standard()
        .withoutPriming()
        .retrying("soon")
        .applyTo(server.http().answering(ResponseFormat.EVENT_STREAM));

    try (Events events = post(Http.session(server), Messages.request(1, "ping", "{}"))) {
      assertThat(events.next()).isEqualTo(new Events.Event("", "", "", "soon", ""));
      assertThat(events.next().data()).contains("\"id\":1");
    }
  }

  @Test
  void resumesResponseAfterServerClosedStream() throws Exception {
    StreamResumability.standard().applyTo(server.http());
    server
        .tool("long")
        .handler(
            call -> {
              call.log("info", "first");
              call.log("info", "second");
              call.closeStream();
              call.log("info", "third");
              return FakeResult.text("done");
            });
    String session = Http.session(server);

    String afterFirst;
    try (Events events = post(session, call(1, "long"))) {
      assertThat(events.next().data()).isEmpty();
      Events.Event first = events.next();
      assertThat(first.data()).contains("first");
      afterFirst = first.id();
      assertThat(events.next().data()).contains("second");
      assertThat(events.atEnd()).isTrue();
    }
    try (Events rest = get(session, afterFirst)) {
      assertThat(rest.next().data()).contains("second");
      assertThat(rest.next().data()).contains("third");
      assertThat(rest.next().data()).contains("\"id\":1", "done");
      assertThat(rest.atEnd()).isTrue();
    }
    assertThat(server.received("GET").get(0).header("Last-Event-ID")).isEqualTo(afterFirst);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void resumesPendingResponse() throws Exception {
    StreamResumability.standard().applyTo(server.http());
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));
    server.injectNext("tools/call", ProtocolFaults.closeBeforeResponse());
    String session = Http.session(server);

    String id;
    try (Events events = post(session, call(1, "slow"))) {
      id = events.next().id();
      assertThat(events.atEnd()).isTrue();
    }
    try (Events rest = get(session, id)) {
      latch.open();
      assertThat(rest.next().data()).contains("done");
    }
  }

  @Test
  void resumesResponseAfterConnectionLoss() throws Exception {
    StreamResumability.standard().applyTo(server.http());
    server.tool("t").returns("done");
    server.injectNext("tools/call", ProtocolFaults.cutBeforeResponse());
    String session = Http.session(server);

    String body = call(1, "t");
    String broken;
    try (Socket socket = new Socket("127.0.0.1", server.http().port())) {
      String head =
          "POST /mcp HTTP/1.1\r\nAccept: application/json, text/event-stream\r\n"
              + "Content-Type: application/json\r\nMCP-Protocol-Version: 2025-11-25\r\n"
              + "Mcp-Session-Id: %s\r\nContent-Length: %d\r\n\r\n";
      socket
          .getOutputStream()
          .write((head.formatted(session, body.length()) + body).getBytes(StandardCharsets.UTF_8));
      broken = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(broken).contains("here it comes").doesNotContain("\r\n0\r\n", "done");
    try (Events rest = get(session, broken.replaceAll("(?s).*id: (\\S+)\n.*", "$1"))) {
      assertThat(rest.next().data()).contains("done");
    }
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void resumesGetStream() throws Exception {
    StreamResumability.standard().applyTo(server.http());
    String session = Http.session(server);

    String id;
    try (Events events = get(session)) {
      id = events.next().id();
      server.http().closeStreams();
      assertThat(events.atEnd()).isTrue();
    }
    server.announceToolsChanged();

    try (Events rest = get(session, id)) {
      assertThat(rest.next().data()).contains("list_changed");
      server.announceToolsChanged();
      assertThat(rest.next().data()).contains("list_changed");
    }
  }

  @Test
  void reportsReconnectBeforeRetryDelay() throws Exception {
    StreamResumability.standard().retryingAfter(Duration.ofSeconds(300)).applyTo(server.http());
    server.tool("t").returns("done");
    server.injectNext("tools/call", ProtocolFaults.closeBeforeResponse());
    String session = Http.session(server);

    try (Events events = post(session, call(1, "t"))) {
      String id = events.next().id();
      assertThat(events.atEnd()).isTrue();
      try (Events rest = get(session, id)) {
        assertThat(rest.next().data()).contains("done");
      }
    }
    assertThat(server.violations()).singleElement().asString().contains("retry was 300000 ms");
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 400})
  void forgetEventsWithAStatus(int status) throws Exception {
    StreamResumability.standard().refusing(status).applyTo(server.http());

    try (Events rest = cutAndComeBack()) {
      assertThat(rest.status()).isEqualTo(status);
    }
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void replaysNoEventsIfConfigured() throws Exception {
    StreamResumability.standard().replayingNothing().applyTo(server.http());

    try (Events rest = cutAndComeBack()) {
      assertThat(rest.status()).isEqualTo(200);
      assertThat(rest.next().data()).isEmpty();
      assertThat(rest.atEnd()).isTrue();
    }
  }

  @Test
  void rejectsLastEventIdOfOtherSessionOrNeverSent() throws Exception {
    StreamResumability.standard().applyTo(server.http().answering(ResponseFormat.EVENT_STREAM));
    String session = Http.session(server);
    String otherSession = Http.session(server);

    try (Events events = post(session, Messages.request(1, "ping", "{}"));
        Events invented = get(session, "stream-1-99");
        Events foreign = get(otherSession, events.next().id())) {
      assertThat(invented.status()).isEqualTo(400);
      assertThat(foreign.status()).isEqualTo(400);
    }
    assertThat(server.violations()).hasSize(2).allMatch(v -> v.contains("never sent in this"));
  }

  @Test
  void opensEventStreamBeforeToolRuns() throws Exception {
    server.http().answering(ResponseFormat.EVENT_STREAM_AT_ONCE);
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("done").after(latch));

    try (Events events = post(Http.session(server), call(1, "slow"))) {
      assertThat(events.status()).isEqualTo(200); // the headers have arrived, and nothing else
      latch.open();
      assertThat(events.next().data()).contains("done");
    }
  }

  private Events cutAndComeBack() throws Exception {
    server.tool("t").returns("done");
    server.injectNext("tools/call", ProtocolFaults.closeBeforeResponse());
    String session = Http.session(server);
    try (Events events = post(session, call(1, "t"))) {
      return get(session, events.next().id());
    }
  }

  private static String call(int id, String tool) {
    return Messages.request(id, "tools/call", "{\"name\": \"" + tool + "\"}");
  }

  private Events get(String session) throws Exception {
    return new Events(Http.CLIENT.send(listen(session).build(), BodyHandlers.ofLines()));
  }

  private Events get(String session, String lastEventId) throws Exception {
    HttpRequest get = listen(session).header("Last-Event-ID", lastEventId).build();
    return new Events(Http.CLIENT.send(get, BodyHandlers.ofLines()));
  }

  private Events post(String session, String body) throws Exception {
    HttpRequest post = inSession(session).POST(BodyPublishers.ofString(body)).build();
    return new Events(Http.CLIENT.send(post, BodyHandlers.ofLines()));
  }

  private HttpRequest.Builder listen(String session) {
    return inSession(session).GET();
  }

  private HttpRequest.Builder inSession(String session) {
    return Http.to(server).headers("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");
  }
}
