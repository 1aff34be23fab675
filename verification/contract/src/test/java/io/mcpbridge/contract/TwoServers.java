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

  final FakeMcpServer one;
  final FakeMcpServer other;
  final CatalogWatch watch = new CatalogWatch();
  private final String nameOfOne;
  private final String nameOfOther;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private ToolCatalog catalog;

  /**
   * @param one key and name of the first server
   * @param other key and name of the second server
   */
  TwoServers(String one, String other) {
    this.nameOfOne = one;
    this.nameOfOther = other;
    this.one = FakeMcpServer.create().named(one, "1");
    this.other = FakeMcpServer.create().named(other, "1");
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
            .server(nameOfOne, Way.overHttp(one.url()), options)
            .server(nameOfOther, other.transport(), options));
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
    one.close();
    other.close();
  }
}
