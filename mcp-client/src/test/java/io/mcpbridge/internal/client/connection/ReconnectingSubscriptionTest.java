package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.internal.concurrent.Backoff;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.internal.revision.TaskSupport;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.internal.revision.negotiation.NegotiatedChannel;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a subscription is reopened, and when it is given up. */
class ReconnectingSubscriptionTest {

  private static final SubscriptionFilter TOOLS = SubscriptionFilter.none().withToolsListChanged();
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String REVISION = "2026-07-28";

  private final Scheduler scheduler = new Scheduler("test");
  private final BlockingQueue<Consumer<RequestId>> script = new LinkedBlockingQueue<>();
  private final BlockingQueue<RequestId> requestIds = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> cancelled = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private Server server = new Server();
  private final Connector connector = new Connector(deadline -> connection());
  private final Subscriptions subscriptions =
      new Subscriptions(
          "fake",
          () -> Duration.ofSeconds(10),
          connector,
          new ResultCache(CacheLimits::none, System::nanoTime),
          scheduler);
  private final ReconnectingSubscription subscription =
      new ReconnectingSubscription(
          TOOLS,
          subscriptions,
          new ChangeNotifier(
              "fake",
              new ChangeListener() {
                @Override
                public void toolsChanged() {
                  events.add("tools");
                }

                @Override
                public void onGap() {
                  events.add("missed");
                }
              },
              scheduler),
          new Backoff(Duration.ofMillis(2)));

  @AfterEach
  void endWorkers() throws Exception {
    subscription.close();
    scheduler.close();
    assertThat(scheduler.workers().awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  private Connection connection() {
    ClientIdentity client = new ClientIdentity(Implementation.of("c", "1"), Set.of());
    ServerInfo info =
        new ServerInfo(
            REVISION, null, Map.of("tools", Map.of("listChanged", true)), null, Map.of());
    return new Connection(
        new NegotiatedChannel(server, Revisions.named(REVISION), info),
        InertInbound.inboundHandler(),
        ParamHeaders.none(),
        TaskSupport.none(),
        client,
        scheduler.workers());
  }

  private void begin() {
    subscription.begin(subscriptions.newDeadline());
  }

  private RequestId nextRequestId() throws InterruptedException {
    return requestIds.poll(60, TimeUnit.SECONDS);
  }

  private String nextEvent() throws InterruptedException {
    return events.poll(60, TimeUnit.SECONDS);
  }

  private void acknowledge(RequestId id) {
    subscription.take(tagged(id, "notifications/subscriptions/acknowledged"));
  }

  private static JsonRpcNotification tagged(RequestId id, String method) {
    return new JsonRpcNotification(
        method,
        JsonObject.of(
            Map.of(
                "notifications",
                Map.of("toolsListChanged", true),
                "_meta",
                Map.of("io.modelcontextprotocol/subscriptionId", id.value()))));
  }

  private void end(RequestId id) {
    server.correlator.deliver(JsonRpcResponse.success(id, JsonObject.empty()));
  }

  private void fail(RequestId id, int code) {
    server.correlator.deliver(
        JsonRpcResponse.failure(id, new JsonRpcError(code, "not today", null)));
  }

  @Test
  void resubscribesEachTimeServerEndsIt() throws Exception {
    for (int i = 0; i < 5; i++) {
      script.add(this::acknowledge);
    }

    begin();
    for (int i = 0; i < 4; i++) {
      end(nextRequestId());
      assertThat(nextEvent()).isEqualTo("missed");
    }

    assertThat(subscription.acknowledged()).isEqualTo(TOOLS);
    subscription.take(tagged(nextRequestId(), "notifications/tools/list_changed"));
    assertThat(nextEvent()).isEqualTo("tools");
  }

  @Test
  void stopsAfterMaxRefusalsUntilReconnect() throws Exception {
    script.add(this::acknowledge);
    for (int i = 0; i < ReconnectingSubscription.MAX_REFUSALS; i++) {
      script.add(this::end);
    }
    script.add(this::acknowledge);

    begin();
    end(nextRequestId());

    assertThat(nextEvent()).isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(SubscriptionFilter.none());
    assertThat(requestIds).hasSize(ReconnectingSubscription.MAX_REFUSALS);
    server = new Server();
    connector.retire(connector.ifConnected());
    subscription.connected();
    assertThat(nextEvent()).as("on another connection it may know").isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(TOOLS);
  }

  @Test
  void keepsRetryingAfterInternalErrors() throws Exception {
    script.add(this::acknowledge);
    for (int i = 0; i < 2 * ReconnectingSubscription.MAX_REFUSALS; i++) {
      script.add(id -> fail(id, -32603));
    }
    script.add(this::acknowledge);

    begin();
    end(nextRequestId());

    assertThat(nextEvent()).isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(TOOLS);
  }

  @Test
  void throwsIfFirstSubscribeFails() {
    script.add(id -> fail(id, -32603));

    assertThatThrownBy(this::begin).isInstanceOf(McpErrorResponseException.class);
  }

  @Test
  void reportsGapWhenBackgroundSubscribeSucceeds() throws Exception {
    for (int i = 0; i < 2 * ReconnectingSubscription.MAX_REFUSALS; i++) {
      script.add(id -> fail(id, -32603));
    }
    script.add(this::acknowledge);

    subscription.beginWhenPossible(SOON);
    assertThat(requestIds).as("returns when it was tried once").isNotEmpty();

    assertThat(nextEvent()).isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(TOOLS);
  }

  @Test
  void deferredSubscribeReportsNoGap() throws Exception {
    script.add(this::acknowledge);

    subscription.beginWhenPossible(SOON);

    assertThat(subscription.acknowledged()).isEqualTo(TOOLS);
    subscription.take(tagged(nextRequestId(), "notifications/tools/list_changed"));
    assertThat(nextEvent()).isEqualTo("tools");
  }

  @Test
  void subscribesOncePerConnectionIfUnsupported() throws Exception {
    script.add(this::end);
    script.add(this::acknowledge);

    subscription.beginWhenPossible(SOON);
    nextRequestId();
    assertThat(requestIds).isEmpty();

    server = new Server();
    connector.retire(connector.ifConnected());
    subscription.connected();
    assertThat(nextEvent()).as("on another one it may know").isEqualTo("missed");
    assertThat(requestIds).hasSize(1);
  }

  @Test
  void resubscribesAfterConnectionLoss() throws Exception {
    script.add(this::acknowledge);
    script.add(this::acknowledge);
    begin();
    Server lostServer = server;
    server = new Server();

    lostServer.close();
    subscription.connectionLost();

    assertThat(nextEvent()).isEqualTo("missed");
    assertThat(subscription.acknowledged()).isEqualTo(TOOLS);
    assertThat(requestIds).hasSize(2);
  }

  @Test
  void closeDuringResubscribeCancelsRequest() throws Exception {
    script.add(this::acknowledge);
    script.add(id -> {});
    begin();
    end(nextRequestId());
    nextRequestId();

    subscription.close();

    assertThat(cancelled.poll(60, TimeUnit.SECONDS)).isEqualTo("notifications/cancelled");
    assertThat(events).isEmpty();
  }

  /** Answers {@code subscriptions/listen} as scripted, on the calling thread. */
  private final class Server implements Channel {

    private final Correlator correlator = new Correlator("fake", ChannelListener.none());
    private volatile boolean open = true;

    @Override
    public Exchange exchange(Outbound request, Deadline deadline) {
      if (!open) {
        throw new McpConnectException("closed");
      }
      Exchange exchange = correlator.open(request, notice -> cancelled.add(notice.subject()));
      RequestId id = ((JsonRpcRequest) request.message()).id();
      Consumer<RequestId> answer = script.poll();
      requestIds.add(id);
      if (answer != null) {
        answer.accept(id);
      }
      return exchange;
    }

    @Override
    public void send(Outbound message, Deadline deadline) {}

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
