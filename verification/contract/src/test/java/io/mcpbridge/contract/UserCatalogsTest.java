package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers with per-user tools, and sessions that users do not share. */
@ExtendWith(LeakCheck.class)
class UserCatalogsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final AtomicInteger created = new AtomicInteger();
  private UserCatalogs<String> users;

  /** Lists one tool, named after the calling user. */
  @BeforeEach
  void offer() {
    server.speaking(FakeRevisions.V2025_11_25).tool("of");
    server.inject(
        "tools/list",
        serverTurn -> {
          String user = serverTurn.received().header("Authorization").substring("Bearer ".length());
          serverTurn.answer(
              right ->
                  List.of(
                      right
                          .with(
                              "result",
                              Map.of(
                                  "tools",
                                  List.of(
                                      JsonObject.of(right.object("result").list("tools").get(0))
                                          .with("name", "of_" + user)
                                          .toMap())))
                          .toMap()));
        });
    users = builder().build();
  }

  @AfterEach
  void close() {
    users.close();
    server.close();
  }

  private UserCatalogs.Builder<String> builder() {
    return UserCatalogs.<String>builder(this::catalogOf).initialTimeout(SOON);
  }

  private ToolCatalogBuilder catalogOf(String user) {
    created.incrementAndGet();
    return ToolCatalog.builder()
        .server(
            "s",
            StreamableHttpTransport.builder(URI.create(server.url())).bearerToken(user).build());
  }

  private static List<String> names(ToolCatalog catalog) {
    return catalog.tools().stream().map(CatalogTool::modelName).toList();
  }

  private static ServerState state(ToolCatalog catalog) {
    return catalog.servers().stream().map(ServerStatus::state).findFirst().orElseThrow();
  }

  /** Only failures are logged above debug level, with the user. */
  @Test
  void logsOnlyFailedConnectionsAboveDebug() {
    try (CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
        UserCatalogs<String> catalogs =
            UserCatalogs.<String>builder(
                    user ->
                        user.equals("ada")
                            ? catalogOf(user)
                            : ToolCatalog.builder()
                                .server("s", StreamableHttpTransport.of("http://127.0.0.1:1/mcp")))
                .initialTimeout(SOON)
                .build()) {
      catalogs.of("ada");
      catalogs.of("eve\nERROR forged");
      Waiting.until(() -> log.lines().stream().anyMatch(line -> line.contains("is not available")));
      Waiting.until(() -> log.lines().stream().anyMatch(line -> line.contains("is connected")));

      assertThat(log.lines())
          .filteredOn(line -> !line.startsWith("DEBUG "))
          .singleElement()
          .asString()
          .startsWith("WARN MCP server \"s\" of user \"eve ERROR forged\" is not available (");
      assertThat(log.lines())
          .anyMatch(
              line ->
                  line.startsWith("DEBUG MCP server \"s\" of user \"ada\"")
                      && line.contains("is connected"));
    }
  }

  @Test
  void createsSessionAndToolsPerUser() {
    assertThat(names(users.of("ada"))).containsExactly("s__of_ada");
    assertThat(names(users.of("grace"))).containsExactly("s__of_grace");

    assertThat(server.received("initialize"))
        .as("a session for each")
        .extracting(greeting -> greeting.header("Authorization"))
        .containsExactly("Bearer ada", "Bearer grace");
  }

  @Test
  void allCatalogsShareOneTimerThread() {
    for (String user : List.of("ada", "grace", "edsger", "barbara")) {
      users.of(user);
    }

    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().equals("mcp-timer"))
        .hasSize(1);
  }

  @Test
  void concurrentRequestsShareOneCatalog() throws Exception {
    CountDownLatch together = new CountDownLatch(1);
    Set<ToolCatalog> catalogs = ConcurrentHashMap.newKeySet();
    List<Thread> threads =
        Stream.generate(
                () ->
                    new Thread(
                        () -> {
                          awaitUninterrupted(together);
                          catalogs.add(users.of("ada"));
                        }))
            .limit(8)
            .toList();
    threads.forEach(Thread::start);
    together.countDown();
    for (Thread thread : threads) {
      thread.join(SOON.toMillis());
    }

    assertThat(catalogs).hasSize(1);
    assertThat(created).hasValue(1);
  }

  /** Callers that may not wait do not affect those that do. */
  @Test
  void doesNotWaitForConnectionWithZeroTimeout() throws Exception {
    CountDownLatch requestArrived = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    server.inject(
        "initialize",
        serverTurn -> {
          requestArrived.countDown();
          awaitUninterrupted(answer);
          serverTurn.answer();
        });
    Set<ToolCatalog> waited = ConcurrentHashMap.newKeySet();
    Thread waiting = new Thread(() -> waited.add(users.of("ada")));
    waiting.start();
    assertThat(requestArrived.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

    ToolCatalog ofAda = users.of("ada", Duration.ZERO); // any longer would block
    assertThat(names(ofAda)).isEmpty();
    answer.countDown();
    waiting.join(SOON.toMillis());

    assertThat(waited).containsExactly(ofAda);
    assertThat(names(ofAda)).containsExactly("s__of_ada");
    assertThat(created).hasValue(1);
  }

  @Test
  void evictsLeastRecentlyUsedCatalog() {
    users.close();
    users = builder().maxCatalogs(2).build();
    ToolCatalog ofAda = users.of("ada");
    ToolCatalog ofGrace = users.of("grace");
    users.of("ada");

    users.of("alan");

    server.awaitReceived("DELETE", SOON);
    assertThat(users.of("ada")).isSameAs(ofAda);
    assertThat(state(ofGrace)).isEqualTo(ServerState.CLOSED);
    assertThat(users.of("grace")).as("recreated").isNotSameAs(ofGrace);
  }

  @Test
  void closesIdleCatalog() {
    users.close();
    users = builder().idleTime(Duration.ofMillis(1)).build();

    users.of("ada");

    server.awaitReceived("DELETE", SOON);
  }

  @Test
  void endClosesCatalogOfUser() {
    ToolCatalog ofAda = users.of("ada");
    ToolCatalog ofGrace = users.of("grace");

    users.end("ada");
    users.end("unknown");

    assertThat(server.awaitReceived("DELETE", SOON).header("Authorization"))
        .isEqualTo("Bearer ada");
    assertThat(users.of("ada")).as("recreated").isNotSameAs(ofAda);
    assertThat(users.of("grace")).isSameAs(ofGrace);
  }

  @Test
  void retriesAfterFailedCatalogCreation() {
    users.close();
    AtomicInteger attempts = new AtomicInteger();
    users =
        UserCatalogs.<String>builder(
                user -> {
                  if (attempts.getAndIncrement() == 0) {
                    throw new IllegalStateException("no token for " + user);
                  }
                  return catalogOf(user);
                })
            .build();

    assertThatThrownBy(() -> users.of("ada")).hasMessage("no token for ada");
    assertThat(names(users.of("ada"))).containsExactly("s__of_ada");
  }

  @Test
  void closeClosesAllCatalogs() {
    ToolCatalog ofAda = users.of("ada");
    ToolCatalog ofGrace = users.of("grace");

    users.close();
    users.close();

    assertThat(List.of(ofAda, ofGrace)).allMatch(c -> state(c) == ServerState.CLOSED);
    assertThatThrownBy(() -> users.of("ada")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rejectsNullUser() {
    assertThatThrownBy(() -> users.of(null)).isInstanceOf(NullPointerException.class);
    assertThat(created).hasValue(0);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
