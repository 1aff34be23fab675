package io.mcpbridge.contract;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerCounters;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A catalog with one scripted server, {@code weather}, and callers for its tools. */
final class OneServer implements AutoCloseable {

  static final Duration SOON = Duration.ofSeconds(60);

  final FakeMcpServer server = FakeMcpServer.create().named("weather", "1");
  private boolean asynchronously;
  private ToolCatalog catalog;

  /** From now on, makes calls asynchronously and waits for their futures. */
  void asynchronously() {
    asynchronously = true;
  }

  /** Connects in process. */
  OneServer start(ServerOptions options) {
    return start(server.transport(), options);
  }

  OneServer start(CallLimits limits) {
    return start(ServerOptions.builder().callLimits(limits).build());
  }

  OneServer start(Transport transport, ServerOptions options) {
    catalog = ToolCatalog.builder().server("weather", transport, options).build();
    if (!catalog.awaitReady(SOON)) {
      throw new AssertionError("not ready");
    }
    return this;
  }

  ToolCatalog catalog() {
    return catalog;
  }

  ServerStatus status() {
    return catalog.servers().get(0);
  }

  ServerCounters counters() {
    return status().counters();
  }

  ToolOutput call(String tool) {
    return call(tool, CallOptions.defaults());
  }

  ToolOutput call(String tool, Duration limit) {
    return call(tool, CallOptions.builder().timeout(limit).build());
  }

  ToolOutput call(String tool, CallOptions options) {
    return asynchronously
        ? catalog.callAsync("weather__" + tool, "{}", options).join()
        : catalog.call("weather__" + tool, "{}", options);
  }

  /** Calls the tool on a new thread. */
  CompletableFuture<ToolOutput> submit(String tool) {
    return onOwnThread(() -> call(tool));
  }

  static CompletableFuture<ToolOutput> onOwnThread(Supplier<ToolOutput> call) {
    CompletableFuture<ToolOutput> output = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                output.complete(call.get());
              } catch (Throwable e) {
                output.completeExceptionally(e);
              }
            },
            "caller");
    thread.setDaemon(true);
    thread.start();
    return output;
  }

  /** How many calls have reached the server. */
  int arrived() {
    return server.received("tools/call").size();
  }

  /** Polls a condition that has no event to wait for. */
  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not happen within " + SOON);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  @Override
  public void close() {
    if (catalog != null) {
      catalog.close();
    }
    server.close();
  }
}
