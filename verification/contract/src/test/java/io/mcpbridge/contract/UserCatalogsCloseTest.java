package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** When a user's catalog is closed, and how long its users can use it. */
@ExtendWith(LeakCheck.class)
class UserCatalogsCloseTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration NEVER = Duration.ofDays(1);

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final Latch gate = new Latch();
  private final AtomicInteger created = new AtomicInteger();
  private UserCatalogs<User> users;

  /** Runs while a caller looks up a user's catalog. */
  private final AtomicReference<Runnable> lookingFor = new AtomicReference<>(() -> {});

  private final class User {

    private final String name;

    private User(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof User user && user.name.equals(name);
    }

    @Override
    public int hashCode() {
      lookingFor.get().run();
      return name.hashCode();
    }
  }

  @AfterEach
  void close() {
    gate.open();
    users.close();
    server.close();
  }

  private void allow(int atOnce, Duration idleTime) {
    server.tool("slow").returns(FakeResult.text("done").after(gate));
    users =
        UserCatalogs.<User>builder(this::catalogOf)
            .initialTimeout(SOON)
            .maxCatalogs(atOnce)
            .idleTime(idleTime)
            .build();
  }

  private ToolCatalogBuilder catalogOf(User user) {
    created.incrementAndGet();
    return ToolCatalog.builder()
        .server(
            "s",
            StreamableHttpTransport.builder(URI.create(server.url()))
                .credentials(BearerToken.of(user.name))
                .build());
  }

  private ToolCatalog of(String user) {
    return users.of(new User(user));
  }

  private CompletableFuture<ToolOutput> slowCallOf(String user) {
    ToolCatalog catalog = of(user);
    CompletableFuture<ToolOutput> output =
        OneServer.onOwnThread(() -> catalog.call("s__slow", "{}", CallOptions.defaults()));
    gate.awaitArrival(SOON);
    return output;
  }

  private void assertIsLeftAlone(CompletableFuture<ToolOutput> call) throws Exception {
    gate.open();
    assertThat(call.get(SOON.toSeconds(), TimeUnit.SECONDS).text()).isEqualTo("done");
  }

  private void awaitClosedFirst(String user) {
    server.awaitReceived("DELETE", SOON);
    assertThat(server.received("DELETE").get(0).header("Authorization"))
        .isEqualTo("Bearer " + user);
  }

  @Test
  void createsNoCatalogDuringClose() {
    allow(10, NEVER);
    AtomicReference<Runnable> once = new AtomicReference<>(users::close);
    lookingFor.set(() -> once.getAndSet(() -> {}).run());

    assertThatThrownBy(() -> of("ada"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");

    assertThat(created).hasValue(0);
  }

  @Test
  void requestDuringEvictionCreatesNewCatalog() throws Exception {
    allow(10, Duration.ofMillis(1));
    Thread caller = Thread.currentThread();
    CountDownLatch ending = new CountDownLatch(1);
    CountDownLatch requestedAgain = new CountDownLatch(1);
    ToolCatalog first = of("ada");
    lookingFor.set(
        () -> {
          if (Thread.currentThread() != caller) {
            ending.countDown();
            await(requestedAgain);
          }
        });
    assertThat(ending.await(60, TimeUnit.SECONDS)).isTrue();

    ToolCatalog second = of("ada");
    requestedAgain.countDown();

    assertThat(second).isNotSameAs(first);
    server.awaitReceived("DELETE", SOON);
  }

  @Test
  void evictsCatalogWithoutCallsFirst() throws Exception {
    allow(2, NEVER);
    CompletableFuture<ToolOutput> call = slowCallOf("ada");
    of("grace");

    of("alan");

    awaitClosedFirst("grace");
    assertIsLeftAlone(call);
  }

  @Test
  void closesSurplusBusyCatalogAfterItsCalls() throws Exception {
    allow(1, NEVER);
    CompletableFuture<ToolOutput> call = slowCallOf("ada");

    of("grace");
    of("alan");

    awaitClosedFirst("grace");
    assertIsLeftAlone(call);
    server.awaitReceived("DELETE", 2, SOON);
  }

  @Test
  void doesNotEvictCatalogWithCallsInFlight() throws Exception {
    allow(10, Duration.ofMillis(1));
    CompletableFuture<ToolOutput> call = slowCallOf("ada");

    of("grace");

    awaitClosedFirst("grace");
    assertIsLeftAlone(call);
    server.awaitReceived("DELETE", 2, SOON);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
