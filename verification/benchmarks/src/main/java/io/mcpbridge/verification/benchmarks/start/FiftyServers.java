package io.mcpbridge.verification.benchmarks.start;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.verification.benchmarks.server.HttpServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Fifty servers that take 200 ms each for the handshake, and one that never responds: how long
 * startup blocks the application, and the time until all fifty are usable.
 */
public final class FiftyServers {

  private static final int SERVERS = 50;
  private static final int GREETING_MILLIS = 200;
  private static final int ROUNDS = 5;

  private FiftyServers() {}

  /** Measures a few rounds, the first with a cold JVM, and prints them. */
  public static void main(String[] args) throws Exception {
    List<HttpServer> servers = new ArrayList<>();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < SERVERS; i++) {
        servers.add(new HttpServer(10, GREETING_MILLIS));
      }
      System.out.printf("| round | build and start | all %d connected |%n|---|---|---|%n", SERVERS);
      for (int round = 1; round <= ROUNDS; round++) {
        measure(round, servers, silent.getLocalPort());
      }
    } finally {
      for (HttpServer server : servers) {
        server.close();
      }
    }
  }

  private static void measure(int round, List<HttpServer> servers, int silentPort)
      throws InterruptedException {
    CountDownLatch connected = new CountDownLatch(servers.size());
    long start = System.nanoTime();
    ToolCatalogBuilder settings =
        ToolCatalog.builder()
            .listener(
                new CatalogListener() {
                  @Override
                  public void connected(String server, ServerInfo info) {
                    connected.countDown();
                  }
                })
            .server("silent", transport(silentPort));
    for (int i = 0; i < servers.size(); i++) {
      settings.server("server" + i, transport(servers.get(i).port()));
    }
    try (ToolCatalog catalog = settings.build()) {
      long started = System.nanoTime();
      if (!connected.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("not all are connected: " + catalog.servers());
      }
      System.out.printf(
          "| %d | %.1f ms | %.0f ms |%n",
          round, (started - start) / 1e6, (System.nanoTime() - start) / 1e6);
    }
  }

  private static StreamableHttpTransport transport(int port) {
    return StreamableHttpTransport.of("http://localhost:" + port + "/json");
  }
}
