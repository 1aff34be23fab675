package io.mcpbridge.contract;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolOutput;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two scripted servers and a catalogue that is watched, all closed after each test. */
final class TwoServers implements AfterEachCallback {

  static final Duration SOON = Duration.ofSeconds(15);

  final FakeMcpServer one;
  final FakeMcpServer other;
  final CatalogWatch watch = new CatalogWatch();
  private final String nameOfOne;
  private final String nameOfOther;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private ToolCatalog catalog;

  /**
   * @param one the key of the one server, and its name
   */
  TwoServers(String one, String other) {
    this.nameOfOne = one;
    this.nameOfOther = other;
    this.one = FakeMcpServer.create().named(one, "1");
    this.other = FakeMcpServer.create().named(other, "1");
  }

  /** With both, the one over HTTP, once both have been tried. */
  void start() {
    start(ServerOptions.defaults());
  }

  void start(ServerOptions options) {
    startReady(
        ToolCatalog.builder()
            .server(nameOfOne, Way.overHttp(one.http().url()), options)
            .server(nameOfOther, other.transport(), options));
  }

  /** With whatever servers there are to be, once they have been tried. */
  void startReady(ToolCatalogBuilder settings) {
    start(settings);
    if (!catalog.awaitReady(SOON)) {
      throw new AssertionError("not ready: " + catalog.servers());
    }
  }

  /** Without waiting for anything. */
  void start(ToolCatalogBuilder settings) {
    build(settings);
    connect();
  }

  /** Without connecting. */
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
