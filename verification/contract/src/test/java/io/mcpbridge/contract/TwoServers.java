package io.mcpbridge.contract;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two scripted servers and a watched catalog, closed after each test. */
final class TwoServers implements AfterEachCallback {

  static final Duration SOON = Duration.ofSeconds(60);

  final FakeMcpServer first;
  final FakeMcpServer second;
  final CatalogWatch watch = new CatalogWatch();
  private final String firstName;
  private final String secondName;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private ToolCatalog catalog;

  /**
   * @param firstName key and name of the first server
   * @param secondName key and name of the second server
   */
  TwoServers(String firstName, String secondName) {
    this.firstName = firstName;
    this.secondName = secondName;
    this.first = FakeMcpServer.create().named(firstName, "1");
    this.second = FakeMcpServer.create().named(secondName, "1");
  }

  /**
   * Starts with both servers, the first over HTTP, and waits for their first connection attempts.
   */
  void start() {
    start(ServerOptions.defaults());
  }

  void start(ServerOptions options) {
    startReady(
        ToolCatalog.builder()
            .server(firstName, TransportType.overHttp(first.url()), options)
            .server(secondName, second.transport(), options));
  }

  /** Starts with the given servers and waits for their first connection attempts. */
  void startReady(ToolCatalogBuilder settings) {
    start(settings);
    if (!catalog.awaitReady(SOON)) {
      throw new AssertionError("not ready: " + catalog.servers());
    }
  }

  /** Starts without waiting. */
  void start(ToolCatalogBuilder settings) {
    build(settings);
    connect();
  }

  /** Builds the catalog without connecting. */
  void build(ToolCatalogBuilder settings) {
    catalog = settings.listener(watch).connectWhen(ready).build();
  }

  void connect() {
    ready.complete(null);
  }

  ToolCatalog catalog() {
    return catalog;
  }

  ServerStatus status(String server) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(server))
        .findFirst()
        .orElseThrow();
  }

  ToolOutput call(String tool) {
    return call(tool, "{}");
  }

  ToolOutput call(String tool, String arguments) {
    return catalog.call(tool, arguments, CallOptions.defaults());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (catalog != null) {
      catalog.close();
    }
    first.close();
    second.close();
  }
}
