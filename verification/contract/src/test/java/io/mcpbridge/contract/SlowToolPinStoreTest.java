package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.catalog.server.ToolPinStore;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A {@link ToolPinStore} of the application that does not respond delays only its own server. */
@ExtendWith(LeakCheck.class)
class SlowToolPinStoreTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer slow = FakeMcpServer.create();
  private final FakeMcpServer quickServer = FakeMcpServer.create();
  private final Map<String, String> fingerprints = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile CountDownLatch storeEntered = new CountDownLatch(1);
  private volatile CountDownLatch responds = new CountDownLatch(1);

  /** Blocks for the server "slow" until {@link #responds}. */
  private final ToolPinStore pins =
      new ToolPinStore() {
        @Override
        public String fingerprint(String server, String tool) {
          if (server.equals("slow")) {
            storeEntered.countDown();
            try {
              responds.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
          return fingerprints.get(server + " " + tool);
        }

        @Override
        public void save(String server, String tool, String fingerprint) {
          fingerprints.put(server + " " + tool, fingerprint);
        }
      };

  private ToolCatalog catalog;

  @BeforeEach
  void offer() {
    slow.tool("a").returns("slow");
    quickServer.tool("a").returns("quick");
  }

  @AfterEach
  void close() {
    responds.countDown();
    threads.shutdown();
    catalog.close();
    slow.close();
    quickServer.close();
  }

  private void start(ToolChangePolicy ofTheSlowOne) {
    catalog =
        ToolCatalog.builder()
            .server("slow", slow.transport(), options(ofTheSlowOne))
            .server("quick", quickServer.transport(), options(ToolChangePolicy.BLOCK))
            .toolPinStore(pins)
            .build();
  }

  private static ServerOptions options(ToolChangePolicy policy) {
    return ServerOptions.builder().toolChangePolicy(policy).build();
  }

  private void assertDoesNotWait(Runnable change) {
    assertThat(CompletableFuture.runAsync(change, threads)).succeedsWithin(SOON);
  }

  private String call(String tool) {
    return catalog.call(tool, "{}", CallOptions.defaults()).text();
  }

  @Test
  void slowPinStoreDoesNotDelayOtherServers() throws Exception {
    start(ToolChangePolicy.BLOCK);
    storeEntered.await();

    assertThat(catalog.awaitReady("quick", SOON)).isTrue();
    assertThat(call("quick__a")).isEqualTo("quick");
    quickServer.tool("b").returns("b");
    catalog.refresh("quick");
    Waiting.until(() -> catalog.snapshot().tool("quick__b") != null);
    assertThat(call("quick__b")).isEqualTo("b");

    assertDoesNotWait(
        () -> {
          catalog.update("slow", options(ToolChangePolicy.WARN));
          catalog.update("slow", options(ToolChangePolicy.BLOCK));
          catalog.acceptToolChanges("slow");
          catalog.disable("slow", "the operator");
          catalog.enable("slow");
          catalog.add("late", quickServer.transport(), options(ToolChangePolicy.BLOCK));
          catalog.remove("quick");
        });
    assertThat(catalog.awaitReady("late", SOON)).isTrue();
    assertThat(call("late__a")).isEqualTo("quick");

    responds.countDown();
    Waiting.until(() -> catalog.snapshot().tool("slow__a") != null);
    Waiting.until(() -> call("slow__a").equals("slow"));
  }

  /** Under another policy, tools must be compared anew: in the background, and none runs before. */
  @Test
  void blocksToolUntilItIsCompared() throws Exception {
    start(ToolChangePolicy.ACCEPT);
    assertThat(catalog.awaitReady(SOON)).isTrue();
    assertThat(call("slow__a")).isEqualTo("slow");

    assertDoesNotWait(() -> catalog.update("slow", options(ToolChangePolicy.BLOCK)));
    storeEntered.await();

    assertThat(catalog.snapshot().tool("slow__a").visibility()).isEqualTo(Visibility.DISABLED);
    assertThat(call("slow__a")).contains("disabled");
    assertThat(slow.received("tools/call")).hasSize(1);
    assertDoesNotWait(() -> catalog.update("quick", options(ToolChangePolicy.WARN)));
    assertThat(call("quick__a")).isEqualTo("quick");

    responds.countDown();
    Waiting.until(() -> catalog.snapshot().tool("slow__a").visibility() == Visibility.OFFERED);
    assertThat(call("slow__a")).isEqualTo("slow");
  }

  /** The verdict of the last listing holds until the next one. */
  @Test
  void optionChangeKeepsToolPinDecision() throws Exception {
    responds.countDown();
    start(ToolChangePolicy.BLOCK);
    assertThat(catalog.awaitReady(SOON)).isTrue();

    catalog.update(
        "slow",
        ServerOptions.builder()
            .toolChangePolicy(ToolChangePolicy.BLOCK)
            .timeout(Duration.ofSeconds(7))
            .build());

    assertThat(catalog.snapshot().tool("slow__a").visibility()).isEqualTo(Visibility.OFFERED);
  }

  private void blockStore() {
    storeEntered = new CountDownLatch(1);
    responds = new CountDownLatch(1);
  }

  private Visibility visibility(String tool) {
    return catalog.snapshot().tool(tool).visibility();
  }

  @Test
  void comparesToolAdmittedDuringComparison() throws Exception {
    slow.tool("b").returns("b");
    catalog =
        ToolCatalog.builder()
            .server("slow", slow.transport(), without("b"))
            .toolPinStore(pins)
            .build();
    storeEntered.await();

    catalog.update("slow", options(ToolChangePolicy.BLOCK));
    responds.countDown();

    assertThat(catalog.awaitReady(SOON)).isTrue();
    assertThat(visibility("slow__b")).isEqualTo(Visibility.OFFERED);
    assertThat(fingerprints).containsOnlyKeys("slow a", "slow b", "slow (instructions)");
  }

  private static ServerOptions without(String tool) {
    return ServerOptions.builder()
        .toolChangePolicy(ToolChangePolicy.BLOCK)
        .selection(ToolSelection.builder().exclude(tool).build())
        .build();
  }

  /** The verdicts of a comparison do not outlive the policy that demanded them. */
  @Test
  void comparesAgainWhenPolicyChangesDuringComparison() throws Exception {
    responds.countDown();
    start(ToolChangePolicy.WARN);
    assertThat(catalog.awaitReady(SOON)).isTrue();
    fingerprints.put("slow a", "of another definition");
    blockStore();

    catalog.update("slow", options(ToolChangePolicy.BLOCK));
    storeEntered.await();
    catalog.update("slow", options(ToolChangePolicy.WARN));
    responds.countDown();

    Waiting.until(() -> !fingerprints.get("slow a").equals("of another definition"));
    Waiting.until(() -> visibility("slow__a") == Visibility.OFFERED);
    assertThat(call("slow__a")).isEqualTo("slow");
  }

  @Test
  void optionsUpdateKeepsAcceptance() throws Exception {
    fingerprints.put("slow a", "of another definition");
    responds.countDown();
    start(ToolChangePolicy.BLOCK);
    assertThat(catalog.awaitReady(SOON)).isTrue();
    assertThat(visibility("slow__a")).isEqualTo(Visibility.DISABLED);
    blockStore();
    catalog.refresh("slow");
    storeEntered.await();

    catalog.acceptToolChanges("slow");
    catalog.update("slow", options(ToolChangePolicy.WARN));
    catalog.update("slow", options(ToolChangePolicy.BLOCK));
    responds.countDown();

    Waiting.until(() -> visibility("slow__a") == Visibility.OFFERED);
    assertThat(call("slow__a")).isEqualTo("slow");
  }
}
