package io.mcpbridge.contract;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Ten servers that crash, stall, drop sessions, flood, send malformed frames and rename tools, with
 * many concurrent callers and one thread that lists tools continuously.
 */
final class Chaos implements AutoCloseable {

  /** The timeout of each call. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** How far a caller may overrun its deadline on a very busy machine. */
  static final Duration GRACE = Duration.ofSeconds(60);

  private static final int CALLERS = 24;
  private static final Duration LISTING_PAUSE = Duration.ofNanos(100_000);
  private static final Duration CALLING_PAUSE = Duration.ofMillis(2);
  private static final Duration FAULT_PAUSE = Duration.ofMillis(300);

  /** Transport and revision of each server. */
  private static final List<TransportType> TYPES =
      List.of(
          TransportType.HTTP_JSON,
          TransportType.HTTP_EVENT_STREAM,
          TransportType.HTTP_JSON,
          TransportType.HTTP_EVENT_STREAM,
          TransportType.HTTP_JSON,
          TransportType.HTTP_SSE,
          TransportType.STDIO,
          TransportType.STDIO,
          TransportType.STDIO,
          TransportType.STDIO);

  private static final List<String> SPOKEN =
      List.of(FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28, FakeRevisions.V2025_06_18);

  private final List<ChaosServer> servers = new ArrayList<>();
  private final ChaosTally tally = new ChaosTally();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, String> meanings = new HashMap<>();
  private final long seed;
  private final ToolCatalog catalog;

  /** Listings by duration in microseconds; the last element counts all slower ones. */
  private final int[] listings = new int[10_001];

  private int listed;
  private int callsAfterwards;

  Chaos(long seed) {
    this.seed = seed;
    ToolCatalogBuilder builder = ToolCatalog.builder();
    ServerOptions options =
        ServerOptions.builder()
            .timeout(TIMEOUT)
            .initializationTimeout(Duration.ofSeconds(5))
            .trustAnnotations(true)
            .callLimits(
                CallLimits.builder()
                    .maxConcurrentCalls(8)
                    .circuitBreakerOpenDuration(Duration.ofMillis(200))
                    .build())
            .build();
    for (int i = 0; i < TYPES.size(); i++) {
      String revision = SPOKEN.get(i % SPOKEN.size());
      TransportType type = TYPES.get(i);
      ChaosServer server =
          new ChaosServer(
              "server" + i,
              type,
              type.carries(revision) ? revision : FakeRevisions.V2025_11_25,
              seed + i);
      servers.add(server);
      builder.server(server.name(), server.transport(), options);
    }
    catalog = builder.build();
    tally.require(catalog.awaitReady(Duration.ofSeconds(60)), "not every server was reached");
  }

  ToolCatalog catalog() {
    return catalog;
  }

  List<ChaosServer> servers() {
    return servers;
  }

  ChaosTally tally() {
    return tally;
  }

  /** Injects faults for this long. */
  void rage(Duration length) throws InterruptedException {
    over.set(false);
    threads.clear();
    begin("chaos-lister", this::list);
    for (int i = 0; i < CALLERS; i++) {
      Random chance = new Random(seed + 1_000 + i);
      String caller = "caller" + i;
      begin(caller, () -> call(caller, chance));
    }
    long end = System.nanoTime() + length.toNanos();
    for (int turn = 0; System.nanoTime() < end; turn++) {
      servers.get(turn % servers.size()).misbehave();
      LockSupport.parkNanos(FAULT_PAUSE.toNanos() / 3);
    }
    over.set(true);
    for (Thread thread : threads) {
      thread.join(TIMEOUT.plus(GRACE).toMillis());
      tally.require(!thread.isAlive(), thread.getName() + " does not come back");
    }
    servers.forEach(ChaosServer::recover);
  }

  private void begin(String name, Runnable work) {
    Thread thread = new Thread(() -> repeat(name, work), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void repeat(String name, Runnable work) {
    try {
      while (!over.get()) {
        work.run();
      }
    } catch (RuntimeException | Error e) {
      tally.require(false, name + " met " + e);
    }
  }

  private void call(String caller, Random chance) {
    ChaosServer server = servers.get(chance.nextInt(servers.size()));
    String tool = ChaosServer.TOOLS.get(chance.nextInt(ChaosServer.TOOLS.size()));
    String token = caller + "/" + chance.nextLong();
    callOnce(server, tool, token);
    LockSupport.parkNanos(CALLING_PAUSE.toNanos());
  }

  private ToolOutput callOnce(ChaosServer server, String tool, String token) {
    String name = ToolNames.modelName(server.name(), tool);
    long begun = System.nanoTime();
    ToolOutput output =
        catalog.call(name, "{\"token\": \"" + token + "\"}", CallOptions.defaults());
    tally.ended(
        name + " " + token,
        ChaosServer.answer(server.name(), tool, token),
        output,
        System.nanoTime() - begun);
    return output;
  }

  /** Reads the tools without waiting, as a model request does; a name must keep its tool. */
  private void list() {
    long begun = System.nanoTime();
    List<CatalogTool> tools = catalog.tools();
    long nanos = System.nanoTime() - begun;
    listings[(int) Math.min(listings.length - 1, nanos / 1_000)]++;
    listed++;
    for (CatalogTool tool : tools) {
      String meaning = tool.server() + "\0" + tool.name();
      String before = meanings.putIfAbsent(tool.modelName(), meaning);
      tally.require(
          before == null || before.equals(meaning), tool.modelName() + " became another tool");
    }
    LockSupport.parkNanos(LISTING_PAUSE.toNanos());
  }

  /** The duration that {@code ofAThousand} of 1,000 listings did not exceed. */
  Duration listing(int ofAThousand) {
    long rank = (long) listed * ofAThousand / 1_000;
    int micros = 0;
    for (long seen = listings[0]; seen < rank; seen += listings[micros]) {
      micros++;
    }
    return Duration.ofNanos((micros + 1) * 1_000L);
  }

  int listings() {
    return listed;
  }

  /** Whether every server responds after a restart. */
  boolean areWell(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    List<ChaosServer> missing = new ArrayList<>(servers);
    missing.forEach(server -> catalog.restart(server.name()));
    while (!missing.isEmpty() && System.nanoTime() < end) {
      missing.removeIf(
          server -> {
            String token = "after/" + callsAfterwards++;
            return callOnce(server, "echo", token).failure() == null;
          });
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return missing.isEmpty();
  }

  @Override
  public void close() {
    over.set(true);
    catalog.close();
    servers.forEach(ChaosServer::close);
  }
}
