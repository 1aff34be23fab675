package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.ListenSubscriptions;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Subscribers receive changes, by each revision's mechanism, until they unsubscribe. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class SubscriptionContractTest {

  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";
  private static final String SELF = "io.mcpbridge.contract.SubscriptionContractTest#";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String LISTEN = "subscriptions/listen";
  private static final String FILE = "file:///a";
  private static final SubscriptionFilter ALL = SubscriptionFilter.lists().withResources(FILE);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> stateless() {
    return Matrix.all().filter(arguments -> !isSession((String) arguments.get()[0]));
  }

  static Stream<Arguments> sessions() {
    return Matrix.all().filter(arguments -> isSession((String) arguments.get()[0]));
  }

  private static boolean isSession(String revision) {
    return revision.compareTo("2026") < 0;
  }

  private void connect(String revision, TransportType type) {
    connect(revision, type, SOON);
  }

  private void connect(String revision, TransportType type, Duration timeout) {
    server.speaking(revision);
    server.resource(FILE, "a", "text/plain", "text");
    server.prompt("p", "a prompt", "Do it.");
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .timeout(timeout)
            .listener(
                new McpClientListener() {
                  @Override
                  public void toolsChanged() {
                    heard.add("unasked");
                  }
                })
            .build();
  }

  private static ChangeListener into(BlockingQueue<String> heard) {
    return new ChangeListener() {
      @Override
      public void toolsChanged() {
        heard.add("tools");
      }

      @Override
      public void promptsChanged() {
        heard.add("prompts");
      }

      @Override
      public void resourcesChanged() {
        heard.add("resources");
      }

      @Override
      public void resourceUpdated(String uri) {
        heard.add(uri);
      }

      @Override
      public void onGap() {
        heard.add("missed");
      }
    };
  }

  private Subscription subscribe(SubscriptionFilter filter) {
    return client.subscribe(filter, into(heard));
  }

  private String nextHeard() throws InterruptedException {
    return heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  private List<String> requestedUris(String method) {
    return server.received(method).stream().map(message -> message.params().string("uri")).toList();
  }

  private List<Map<String, Object>> listenedTo() {
    return server.received(LISTEN).stream()
        .map(message -> message.params().map("notifications"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void receivesSubscribedNotificationsUntilClosed(String revision, TransportType type)
      throws Exception {
    connect(revision, type);

    Subscription subscription = subscribe(ALL);
    assertThat(subscription.acknowledged()).isEqualTo(ALL);
    server.announcePromptsChanged();
    assertThat(nextHeard()).isEqualTo("prompts");
    server.announceResourcesChanged();
    assertThat(nextHeard()).isEqualTo("resources");
    server.announceResourceUpdated(FILE + "/part");
    assertThat(nextHeard()).isEqualTo(FILE + "/part");
    server.announceToolsChanged();
    if (isSession(revision)) {
      assertThat(List.of(nextHeard(), nextHeard())).containsExactlyInAnyOrder("tools", "unasked");
      assertThat(requestedUris("resources/subscribe")).containsExactly(FILE);
    } else {
      assertThat(nextHeard()).isEqualTo("tools");
      assertThat(listenedTo())
          .containsExactly(
              Map.of(
                  "toolsListChanged", true,
                  "promptsListChanged", true,
                  "resourcesListChanged", true,
                  "resourceSubscriptions", List.of(FILE)));
    }

    subscription.close();

    if (isSession(revision)) {
      assertThat(requestedUris("resources/unsubscribe")).containsExactly(FILE);
    } else {
      server.awaitCancelled(LISTEN, SOON);
      assertThat(server.subscriptions().open()).isZero();
    }
    server.announcePromptsChanged();
    assertThat(subscription.acknowledged().isEmpty()).isTrue();
    assertThat(client.listResources()).hasSize(1);
    assertThat(heard).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void subscribesOnlyToDeclaredListChanges(String revision, TransportType type) throws Exception {
    server.capabilities(
        "{\"tools\": {}, \"prompts\": {\"listChanged\": false}, \"resources\": {\"listChanged\":"
            + " true}}");
    connect(revision, type);

    Subscription emptySubscription = subscribe(SubscriptionFilter.none().withToolsListChanged());
    Subscription little = subscribe(SubscriptionFilter.lists());

    assertThat(emptySubscription.acknowledged().isEmpty()).isTrue();
    assertThat(little.acknowledged())
        .isEqualTo(SubscriptionFilter.none().withResourcesListChanged());
    assertThat(listenedTo())
        .isEqualTo(isSession(revision) ? List.of() : List.of(Map.of("resourcesListChanged", true)));
    assertThat(requestedUris("resources/subscribe")).isEmpty();
    server.announceResourcesChanged();
    assertThat(nextHeard()).isEqualTo("resources");
  }

  /** Some servers support it without declaring it. */
  @ParameterizedTest
  @MethodSource(SELF + "sessions")
  void subscribesToResourceOfServerThatDoesNotDeclareIt(String revision, TransportType type) {
    server.capabilities("{\"resources\": {}}");
    connect(revision, type);
    server.injectNext("resources/subscribe", Scripted.result("{}"));
    server.injectNext("resources/unsubscribe", Scripted.result("{}"));
    SubscriptionFilter filter = SubscriptionFilter.none().withResources(FILE);

    Subscription subscription = subscribe(filter);

    assertThat(subscription.acknowledged()).isEqualTo(filter);
    assertThat(subscription.refusal()).isNull();
    subscription.close();
    assertThat(requestedUris("resources/subscribe"))
        .isEqualTo(requestedUris("resources/unsubscribe"))
        .containsExactly(FILE);
  }

  @ParameterizedTest
  @MethodSource(SELF + "sessions")
  void takesMethodNotFoundForNo(String revision, TransportType type) {
    server.capabilities("{\"resources\": {\"listChanged\": true}}");
    connect(revision, type);

    Subscription subscription =
        subscribe(SubscriptionFilter.none().withResourcesListChanged().withResources(FILE));

    assertThat(requestedUris("resources/subscribe")).containsExactly(FILE);
    assertThat(subscription.acknowledged())
        .isEqualTo(SubscriptionFilter.none().withResourcesListChanged());
    assertThat(subscription.refusal())
        .isInstanceOfSatisfying(
            McpErrorResponseException.class, e -> assertThat(e.code()).isEqualTo(-32601))
        .hasMessageContainingAll(FILE, "Method not found: resources/subscribe");
  }

  /** The request is an attempt: its failure does not end what the server does support. */
  @Test
  void rejectedUndeclaredResourceDoesNotFailSubscription() throws Exception {
    server.capabilities("{\"prompts\": {\"listChanged\": true}, \"resources\": {}}");
    connect(FakeRevisions.V2025_11_25, TransportType.HTTP_JSON);
    server.injectNext(
        "resources/subscribe",
        Faults.error(-32602, "Invalid params"),
        Faults.httpStatus(400),
        Faults.httpStatus(403));
    SubscriptionFilter lists = SubscriptionFilter.none().withPromptsListChanged();

    for (int code = 0; code < 3; code++) {
      Subscription subscription = subscribe(lists.withResources(FILE));

      assertThat(subscription.acknowledged()).isEqualTo(lists);
      assertThat(subscription.refusal()).isNotNull();
      server.announcePromptsChanged();
      assertThat(nextHeard()).isEqualTo("prompts");
      subscription.close();
    }
    assertThat(requestedUris("resources/subscribe")).hasSize(3);
  }

  @Test
  void unansweredUndeclaredResourceDoesNotFailSubscription() throws Exception {
    server.capabilities("{\"prompts\": {\"listChanged\": true}, \"resources\": {}}");
    connect(FakeRevisions.V2025_11_25, TransportType.IN_PROCESS);
    server.inject("resources/subscribe", Faults.silence());
    SubscriptionFilter lists = SubscriptionFilter.none().withPromptsListChanged();

    Subscription subscription = subscribe(lists.withResources(FILE, "file:///b"));

    assertThat(subscription.acknowledged()).isEqualTo(lists);
    assertThat(subscription.refusal())
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("5 s");
    assertThat(requestedUris("resources/subscribe"))
        .as("one timeout for all")
        .containsExactly(FILE);
    server.announcePromptsChanged();
    assertThat(nextHeard()).isEqualTo("prompts");
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void doesNotListenToResourcesOfServerThatDoesNotDeclareIt(String revision, TransportType type) {
    server.capabilities("{\"resources\": {\"listChanged\": true}}");
    connect(revision, type);

    assertThat(subscribe(ALL).acknowledged())
        .isEqualTo(SubscriptionFilter.none().withResourcesListChanged());
    assertThat(listenedTo()).containsExactly(Map.of("resourcesListChanged", true));
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void notifiesConcurrentSubscriptionsIndependently(String revision, TransportType type)
      throws Exception {
    connect(revision, type);
    BlockingQueue<String> otherEvents = new LinkedBlockingQueue<>();
    SubscriptionFilter filter = SubscriptionFilter.none().withResources(FILE);
    Subscription first = subscribe(filter.withResourcesListChanged());
    Subscription second = client.subscribe(filter, into(otherEvents));

    server.announceResourcesChanged();
    server.announceResourceUpdated(FILE);

    assertThat(nextHeard()).isEqualTo("resources");
    assertThat(nextHeard()).isEqualTo(FILE);
    assertThat(otherEvents.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(FILE);
    first.close();
    assertThat(requestedUris("resources/unsubscribe")).as("the other one still listens").isEmpty();
    server.announceResourceUpdated(FILE);
    assertThat(otherEvents.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(FILE);
    second.close();
    assertThat(requestedUris("resources/subscribe"))
        .as("subscribed to once for both")
        .isEqualTo(requestedUris("resources/unsubscribe"))
        .hasSize(isSession(revision) ? 1 : 0);
    assertThat(heard).isEmpty();
    assertThat(otherEvents).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void resubscribesAfterReconnect(String revision, TransportType type) throws Exception {
    connect(revision, type);
    SubscriptionFilter filter =
        SubscriptionFilter.none().withPromptsListChanged().withResources(FILE);
    Subscription subscription = subscribe(filter);

    client.disconnect();

    assertThat(nextHeard()).isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(filter);
    server.announcePromptsChanged();
    assertThat(nextHeard()).isEqualTo("prompts");
    server.announceResourceUpdated(FILE);
    assertThat(nextHeard()).isEqualTo(FILE);
    assertThat(heard).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void subscribeThrowsIfResourceIsRejected(String revision, TransportType type) throws Exception {
    connect(revision, type);
    server.injectNext(
        isSession(revision) ? "resources/subscribe" : LISTEN,
        Faults.error(-32002, "Resource not found: file:///none"));
    SubscriptionFilter filter = SubscriptionFilter.none().withPromptsListChanged();

    assertThatThrownBy(() -> subscribe(filter.withResources("file:///none", FILE)))
        .isInstanceOfSatisfying(
            McpErrorResponseException.class, e -> assertThat(e.code()).isEqualTo(-32002))
        .hasMessageContainingAll("\"fake\"", "Resource not found: file:///none");

    assertThat(requestedUris("resources/unsubscribe"))
        .as("nothing is left behind")
        .isEqualTo(isSession(revision) ? List.of(FILE) : List.of());
    assertThat(subscribe(filter.withResources(FILE)).acknowledged())
        .isEqualTo(filter.withResources(FILE));
    server.announcePromptsChanged();
    assertThat(nextHeard()).isEqualTo("prompts");
    assertThat(heard).isEmpty();
  }

  /** After a reconnection no caller waits for the response. */
  @ParameterizedTest
  @MethodSource(SELF + "sessions")
  void rejectedResubscribeDropsOnlyThatResource(String revision, TransportType type)
      throws Exception {
    connect(revision, type);
    SubscriptionFilter lists = SubscriptionFilter.none().withPromptsListChanged();
    Subscription subscription = subscribe(lists.withResources(FILE));
    server.injectNext("resources/subscribe", Faults.error(-32002, "Resource not found"));

    client.disconnect();

    assertThat(nextHeard()).isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(lists);
    server.announcePromptsChanged();
    assertThat(nextHeard()).isEqualTo("prompts");
  }

  /** The client resubscribes without a call of the application. */
  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void resubscribesWhenStreamEnds(String revision, TransportType type) throws Exception {
    connect(revision, type);
    subscribe(SubscriptionFilter.none().withToolsListChanged());
    List<Consumer<ListenSubscriptions>> ends =
        List.of(
            ListenSubscriptions::end,
            ListenSubscriptions::cancel,
            ListenSubscriptions::cancelAndEnd);

    for (Consumer<ListenSubscriptions> end : ends) {
      end.accept(server.subscriptions());
      assertThat(nextHeard()).isEqualTo("missed");
      server.announceToolsChanged();
      assertThat(nextHeard()).isEqualTo("tools");
    }

    assertThat(heard).isEmpty();
    assertThat(listenedTo()).hasSize(1 + ends.size());
  }

  /**
   * The listener of the client hears of the new connection if the subscription has replaced the old
   * one before its loss is noticed.
   */
  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void resubscribesAfterLostConnection(String revision, TransportType type) {
    connect(revision, type);
    subscribe(SubscriptionFilter.none().withToolsListChanged());

    server.subscriptions().disconnect();
    Waiting.until(() -> heard.contains("missed"));
    server.announceToolsChanged();
    Waiting.until(() -> heard.contains("tools"));

    assertThat(heard)
        .filteredOn(event -> !event.equals("unasked"))
        .containsExactly("missed", "tools");
    assertThat(listenedTo()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void reportsPartialAcknowledgement(String revision, TransportType type) {
    connect(revision, type);
    server.subscriptions().acknowledging(all -> JsonObject.of(Map.of("promptsListChanged", true)));

    assertThat(subscribe(ALL).acknowledged())
        .isEqualTo(SubscriptionFilter.none().withPromptsListChanged());
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void ignoresAcknowledgementOfUnrequestedTypes(String revision, TransportType type) {
    connect(revision, type);
    server
        .subscriptions()
        .acknowledging(
            requested ->
                requested
                    .with("toolsListChanged", true)
                    .with("resourceSubscriptions", List.of("file:///b", FILE)));
    SubscriptionFilter filter =
        SubscriptionFilter.none().withPromptsListChanged().withResources(FILE);

    assertThat(subscribe(filter).acknowledged()).isEqualTo(filter);
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void doesNotRetryListenIfUnsupported(String revision, TransportType type) {
    connect(revision, type);
    server.injectNext(
        LISTEN,
        Scripted.result("{\"resultType\": \"complete\"}"),
        Faults.error(404, -32601, "Method not found"));

    assertThat(subscribe(ALL).acknowledged().isEmpty()).isTrue();
    assertThat(subscribe(ALL).acknowledged().isEmpty()).isTrue();

    assertThat(client.listResources()).hasSize(1);
    assertThat(listenedTo()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void timesOutWithoutAcknowledgement(String revision, TransportType type) {
    connect(revision, type, Duration.ofSeconds(3));
    client.server();
    server.subscriptions().neverAcknowledging();

    assertThatThrownBy(() -> subscribe(ALL))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContainingAll("\"fake\"", LISTEN, "acknowledged", "3 s (setting timeout)");

    server.awaitCancelled(LISTEN, SOON);
    assertThat(client.listResources()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(SELF + "stateless")
  void ignoresNotificationsOutsideSubscription(String revision, TransportType type)
      throws Exception {
    connect(revision, type);
    subscribe(SubscriptionFilter.none().withPromptsListChanged());
    String tag = "io.modelcontextprotocol/subscriptionId";
    ReceivedMessage listen = server.received(LISTEN).get(0);
    JsonObject foreign = JsonObject.of(Map.of("_meta", Map.of(tag, "another-user's")));
    JsonObject ours = JsonObject.of(Map.of("_meta", Map.of(tag, listen.id().value())));

    server.subscriptions().notifyAll("notifications/prompts/list_changed", foreign);
    server.subscriptions().notifyAll("notifications/tools/list_changed", ours);
    server.subscriptions().notifyAll("notifications/message", ours);
    server.subscriptions().notifyAll("notifications/prompts/list_changed", ours);

    assertThat(nextHeard()).isEqualTo("prompts");
    assertThat(heard).isEmpty();
  }

  @Test
  void cancelsStreamOfDisconnectedClientOnClose() {
    connect(FakeRevisions.V2026_07_28, TransportType.HTTP_JSON);
    subscribe(ALL);

    client.disconnect();
    client.close();

    server.awaitCancelled(LISTEN, SOON);
  }

  @Test
  void subscriptionsDoNotUseRequestConnections() {
    server.resource(FILE, "a", "text/plain", "text");
    endpoint =
        Endpoint.of(
            StreamableHttpTransport.builder(URI.create(server.url())).maxConnections(1).build());
    client = McpClient.builder(endpoint.transport()).name("fake").timeout(SOON).build();
    SubscriptionFilter filter = SubscriptionFilter.none().withResources(FILE);

    Subscription first = subscribe(filter);
    Subscription second = subscribe(filter);

    assertThat(first.acknowledged()).isEqualTo(filter);
    assertThat(second.acknowledged()).isEqualTo(filter);
    assertThat(client.listResources()).hasSize(1);
    first.close();
    assertThat(client.listResources()).hasSize(1);
  }
}
