package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A subscription by server key survives every change of that server. */
class CatalogSubscriptionTest {

  private static final String A = "file:///a";
  private static final SubscriptionFilter OF_A = SubscriptionFilter.none().withResources(A);

  private final FakeMcpServer files = FakeMcpServer.create().named("files", "1");
  private final FakeMcpServer otherServer = FakeMcpServer.create().named("others", "1");
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    files.close();
    otherServer.close();
    assertThat(files.violations()).isEmpty();
    assertThat(otherServer.violations()).isEmpty();
  }

  private void start(Transport transport) {
    files.resource(A, "a", "text/plain", "a");
    otherServer.resource(A, "a", "text/plain", "another a");
    catalog =
        ToolCatalog.builder()
            .server("files", transport)
            .server("others", otherServer.transport())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private Subscription subscribe() {
    return subscribe(heard);
  }

  private Subscription subscribe(Collection<String> heard) {
    return catalog.subscribe(
        "files",
        OF_A,
        new ChangeListener() {
          @Override
          public void resourceUpdated(String uri) {
            heard.add(uri);
          }

          @Override
          public void onGap() {
            heard.add("missed");
          }
        });
  }

  private String next() throws InterruptedException {
    return heard.poll(60, TimeUnit.SECONDS);
  }

  /** Skips events that arrived before it. */
  private void awaitHeard(String event) throws InterruptedException {
    String next = next();
    while ("missed".equals(next) && !event.equals("missed")) {
      next = next();
    }
    assertThat(next).isEqualTo(event);
  }

  @Test
  void receivesResourceUpdatesOfSubscribedServer() throws InterruptedException {
    start(files.transport());
    Subscription subscription = subscribe();
    assertThat(subscription.acknowledged()).isEqualTo(OF_A);

    otherServer.announceResourceUpdated(A);
    assertThat(otherServer.received("subscriptions/listen"))
        .noneMatch(listen -> listen.text().contains(A));
    files.announceResourceUpdated(A);

    assertThat(next()).isEqualTo(A);
    subscription.close();
    assertThat(subscription.acknowledged()).isEqualTo(SubscriptionFilter.none());
  }

  @Test
  void resubscribesAfterReplace() throws InterruptedException {
    start(files.transport());
    try (FakeMcpServer newer = FakeMcpServer.create();
        Subscription subscription = subscribe()) {
      newer.resource(A, "a", "text/plain", "a newer a");
      catalog.replace("files", newer.transport(), ServerOptions.defaults());
      assertThat(next()).isEqualTo("missed");

      newer.announceResourceUpdated(A);
      awaitHeard(A);
      assertThat(subscription.acknowledged()).isEqualTo(OF_A);
    }
  }

  @Test
  void resubscribesAfterDisableAndEnable() throws InterruptedException {
    start(files.transport());
    try (Subscription subscription = subscribe()) {
      catalog.disable("files", "the test");
      catalog.enable("files");
      assertThat(next()).isEqualTo("missed");

      files.announceResourceUpdated(A);
      awaitHeard(A);
    }
  }

  @Test
  void subscribesOnceServerIsAvailable() throws InterruptedException {
    Transport transport = StreamableHttpTransport.of(files.url());
    files.http().stop();
    start(transport);
    try (Subscription subscription = subscribe()) {
      assertThat(subscription.acknowledged()).isEqualTo(SubscriptionFilter.none());

      files.http().start();
      assertThat(next()).isEqualTo("missed");
      files.announceResourceUpdated(A);
      awaitHeard(A);
    }
  }

  /**
   * Subscribing to the resource throws {@code failure}, as application code might, while it is set.
   */
  private Transport failing(AtomicReference<RuntimeException> failure, Collection<String> failed) {
    return WatchedTransport.of(
        files.transport(),
        (request, deadline) -> {
          boolean isIt =
              request.message() instanceof JsonRpcRequest listen
                  && listen.method().equals("subscriptions/listen")
                  && String.valueOf(listen.params()).contains(A);
          RuntimeException now = failure.get();
          if (isIt && now != null) {
            failed.add("failed");
            throw now;
          }
        });
  }

  @Test
  void discardsSubscriptionThatFailedLocally() throws InterruptedException {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    start(failing(failure, new ArrayList<>()));
    failure.set(new IllegalStateException("the vault is closed"));
    BlockingQueue<String> heardWithoutHandle = new LinkedBlockingQueue<>();
    assertThatThrownBy(() -> subscribe(heardWithoutHandle)).isSameAs(failure.get());

    failure.set(null);
    try (Subscription subscription = subscribe()) {
      catalog.disable("files", "the test");
      catalog.enable("files");
      assertThat(next()).isEqualTo("missed");
      files.announceResourceUpdated(A);

      awaitHeard(A);
      assertThat(heardWithoutHandle).isEmpty();
    }
  }

  @Test
  void retriesSubscriptionAfterTransientLocalFailure() throws InterruptedException {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    BlockingQueue<String> failed = new LinkedBlockingQueue<>();
    start(failing(failure, failed));
    try (Subscription subscription = subscribe()) {
      failure.set(new IllegalStateException("the vault is closed"));
      catalog.replace("files", failing(failure, failed), ServerOptions.defaults());
      assertThat(failed.poll(60, TimeUnit.SECONDS)).isNotNull();
      failure.set(null);

      assertThat(next()).isEqualTo("missed");
      files.announceResourceUpdated(A);
      awaitHeard(A);
    }
  }

  @Test
  void subscribeThrowsIfResourceIsRejected() throws InterruptedException {
    start(files.transport());
    files.injectNext("subscriptions/listen", Faults.error(-32002, "Resource not found: " + A));

    assertThatThrownBy(this::subscribe)
        .isInstanceOf(McpErrorResponseException.class)
        .hasMessageContainingAll("\"files\"", "Resource not found: " + A);

    try (Subscription subscription = subscribe()) {
      files.announceResourceUpdated(A);
      assertThat(next()).isEqualTo(A);
      assertThat(heard).as("of the refused one").isEmpty();
    }
  }

  @Test
  void rejectsUnknownServerName() {
    start(files.transport());

    assertThatThrownBy(() -> catalog.subscribe("flies", OF_A, new ChangeListener() {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("\"flies\"", "[files, others]");
  }
}
