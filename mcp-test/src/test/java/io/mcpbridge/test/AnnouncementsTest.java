package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.ResponseFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Change notifications of a server: in sessions, and on subscriptions. */
class AnnouncementsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String EVERYTHING =
      """
      {"notifications": {"toolsListChanged": true, "promptsListChanged": true,
        "resourcesListChanged": true, "resourceSubscriptions": ["file:///x", "file:///d"]}}
      """;

  private final FakeMcpServer server = FakeMcpServer.create();

  @BeforeEach
  void offer() {
    server.resource("file:///x").text("x");
    server.prompt("p", "", "");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void notifiesSessionOfEveryChange(Wire.Kind kind) throws Exception {
    try (Wire client = kind.to(server)) {
      client.greet("2025-11-25", "{}");
      if (kind == Wire.Kind.HTTP || kind == Wire.Kind.HTTP_JSON) {
        server.sendRequest(FakeServerRequest.ping(), LIMIT); // until the client has a stream
        client.receive();
      }
      client.ask(1, "resources/subscribe", "{\"uri\": \"file:///x\"}");

      server.announceToolsChanged();
      server.announceResourcesChanged();
      server.announcePromptsChanged();
      server.announceResourceUpdated("file:///other");
      server.announceResourceUpdated("file:///x/part");

      assertThat(client.receive().string("method")).isEqualTo("notifications/tools/list_changed");
      assertThat(client.receive().string("method"))
          .isEqualTo("notifications/resources/list_changed");
      assertThat(client.receive().string("method")).isEqualTo("notifications/prompts/list_changed");
      assertThat(client.receive().toJson())
          .contains("notifications/resources/updated", "file:///x/part");

      client.ask(2, "resources/unsubscribe", "{\"uri\": \"file:///x\"}");
      server.announceResourceUpdated("file:///x");
      server.announceToolsChanged();
      assertThat(client.receive().string("method")).isEqualTo("notifications/tools/list_changed");
    }
  }

  @Test
  void rejectsResourceSubscribeWithoutCapability() throws Exception {
    server.capabilities("{\"resources\": {}}");
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", "{}");

      JsonObject answer = client.ask(1, "resources/subscribe", "{\"uri\": \"file:///x\"}");

      assertThat(answer.object("error").integer("code")).isEqualTo(-32601);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "HTTP_SSE")
  void sendsAcknowledgedNotificationsToSubscriber(Wire.Kind kind) throws Exception {
    server.http().answering(ResponseFormat.AS_NEEDED);
    try (Wire client = kind == Wire.Kind.HTTP_JSON ? Wire.Kind.HTTP.to(server) : kind.to(server)) {
      JsonObject acknowledged = client.askStateless("L1", "subscriptions/listen", EVERYTHING);
      assertThat(acknowledged.string("method"))
          .isEqualTo("notifications/subscriptions/acknowledged");
      assertThat(acknowledged.object("params").map("notifications"))
          .isEqualTo(JsonObject.of(io.mcpbridge.json.Json.read(EVERYTHING)).map("notifications"));
      assertThat(subscription(acknowledged.object("params"))).isEqualTo("L1");

      server.announceToolsChanged();
      server.announceResourcesChanged();
      server.announcePromptsChanged();
      server.announceResourceUpdated("file:///other");
      server.announceResourceUpdated("file:///d/part");

      for (String method :
          List.of("tools/list_changed", "resources/list_changed", "prompts/list_changed")) {
        JsonObject notification = client.receive();
        assertThat(notification.string("method")).isEqualTo("notifications/" + method);
        assertThat(subscription(notification.object("params"))).isEqualTo("L1");
      }
      assertThat(client.receive().object("params").string("uri")).isEqualTo("file:///d/part");

      server.subscriptions().end();
      JsonObject end = client.receive();
      assertThat(end.get("id")).isEqualTo("L1");
      assertThat(end.object("result").string("resultType")).isEqualTo("complete");
      assertThat(subscription(end.object("result"))).isEqualTo("L1");
    }
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void distinguishesNumericAndStringSubscriptionIds() throws Exception {
    try (Wire client = Wire.Kind.STDIO.to(server)) {
      assertThat(subscription(listen(client, 7, "{\"toolsListChanged\": true}"))).isEqualTo(7);
      assertThat(subscription(listen(client, "7", "{\"promptsListChanged\": true}")))
          .isEqualTo("7");

      server.announcePromptsChanged();
      assertThat(subscription(client.receive().object("params"))).isEqualTo("7");
      server.announceToolsChanged();
      assertThat(subscription(client.receive().object("params"))).isEqualTo(7);
    }
  }

  @Test
  void acknowledgesOnlySupportedNotifications() throws Exception {
    server.capabilities(
        "{\"tools\": {\"listChanged\": false}, \"resources\": {\"listChanged\": true}}");
    try (Wire client = Wire.Kind.STDIO.to(server)) {
      JsonObject acknowledged = client.askStateless(1, "subscriptions/listen", EVERYTHING);

      assertThat(acknowledged.object("params").map("notifications"))
          .isEqualTo(Map.of("resourcesListChanged", true));
    }
  }

  @Test
  void sendsOnlyAcknowledgedNotifications() throws Exception {
    server
        .subscriptions()
        .acknowledging(requested -> JsonObject.empty().with("promptsListChanged", true));
    try (Wire client = Wire.Kind.STDIO.to(server)) {
      assertThat(listen(client, 1, "{\"toolsListChanged\": true}").map("notifications"))
          .isEqualTo(Map.of("promptsListChanged", true));

      server.announceToolsChanged();
      server.announcePromptsChanged();
      assertThat(client.receive().string("method")).isEqualTo("notifications/prompts/list_changed");
    }
  }

  @Test
  void omitsAcknowledgementIfConfigured() throws Exception {
    server.subscriptions().neverAcknowledging();
    try (Wire client = Wire.Kind.HTTP.to(server)) {
      client.send(
          Messages.stateless(
              1, "subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}"));
      server.subscriptions().awaitOpen(1, LIMIT);

      server.announceToolsChanged();
      server.subscriptions().notifyAll("notifications/tools/list_changed", JsonObject.empty());
      server.subscriptions().end();

      assertThat(subscription(client.receive().object("params"))).isEqualTo(1);
      assertThat(client.receive().has("result")).isTrue();
    }
  }

  @Test
  void cancelsAndEndsSubscriptions() throws Exception {
    try (Wire client = Wire.Kind.HTTP.to(server)) {
      listen(client, 1, "{}");
      server.subscriptions().cancel();
      assertThat(client.receive().toJson()).contains("notifications/cancelled", "\"requestId\":1");

      listen(client, 2, "{}");
      server.subscriptions().cancelAndEnd();
      assertThat(client.receive().string("method")).isEqualTo("notifications/cancelled");
      assertThat(client.receive().get("id")).isEqualTo(2);
    }
    try (Events closed = listen()) {
      closed.next();
      server.subscriptions().closeStreams();
      assertThat(closed.atEnd()).isTrue();
    }
    try (Events dropped = listen()) {
      dropped.next();
      server.subscriptions().disconnect();
      assertThatThrownBy(dropped::next).isInstanceOf(java.io.UncheckedIOException.class);
    }
    assertThat(server.subscriptions().open()).isZero();
  }

  @Test
  void removesClosedAndCancelledSubscriptions() throws Exception {
    try (Events events = listen()) {
      events.next();
      assertThat(server.subscriptions().open()).isEqualTo(1);
    }
    server.awaitCancelled("subscriptions/listen", LIMIT);
    assertThat(server.subscriptions().open()).isZero();
    server.clearReceived();

    try (Wire client = Wire.Kind.STDIO.to(server)) {
      listen(client, "L", "{}");
      client.send(Messages.notification("notifications/cancelled", "{\"requestId\": \"L\"}"));
      server.awaitCancelled("subscriptions/listen", LIMIT);
      assertThat(server.subscriptions().open()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP"})
  void forgetsTheSubscriptionsOfAClientThatDisconnects(Wire.Kind kind) throws Exception {
    try (Wire client = kind.to(server)) {
      listen(client, 1, "{}");
      assertThat(server.subscriptions().open()).isEqualTo(1);
    }
    server.awaitDisconnected("subscriptions/listen", LIMIT);
    server.awaitCancelled("subscriptions/listen", LIMIT);
    assertThat(server.subscriptions().open()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"notifications\": {\"toolsListChanged\": 1}}",
        "{\"notifications\": {\"resourceSubscriptions\": \"x\"}}",
        "{\"notifications\": {\"resourceSubscriptions\": [1]}}"
      })
  void refusesWhatIsNoFilter(String params) throws Exception {
    try (Wire client = Wire.Kind.STDIO.to(server)) {
      JsonObject answer = client.askStateless(1, "subscriptions/listen", params);

      assertThat(answer.object("error").integer("code")).isEqualTo(-32602);
    }
  }

  private Events listen() throws Exception {
    String body = Messages.stateless(1, "subscriptions/listen", "{\"notifications\": {}}");
    var request =
        Http.to(server)
            .headers(Messages.headers(body))
            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body))
            .build();
    return new Events(Http.CLIENT.send(request, java.net.http.HttpResponse.BodyHandlers.ofLines()));
  }

  private static JsonObject listen(Wire client, Object id, String filter) throws Exception {
    String params = "{\"notifications\": " + filter + "}";
    return client.askStateless(id, "subscriptions/listen", params).object("params");
  }

  private static Object subscription(JsonObject paramsOrResult) {
    return paramsOrResult.object("_meta").get("io.modelcontextprotocol/subscriptionId");
  }
}
