package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.StdioEndpoint;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Stdio servers in a catalog. */
class CatalogStdioTest {

  private static final String SECRET = "s3cret-open-yourself";

  private final CatalogWatch watch = new CatalogWatch();

  /** A server that writes to standard error. */
  static final class Talkative {

    private Talkative() {}

    public static void main(String[] args) {
      System.err.println("INFO ready, key is " + System.getenv("API_KEY"));
      FakeMcpServer server = FakeMcpServer.create();
      server.tool("now");
      StdioEndpoint.serve(server);
    }
  }

  private static Transport talkative() {
    return StdioTransport.builder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Talkative.class.getName())
        .env("API_KEY", SECRET)
        .build();
  }

  @Test
  void statusIncludesLastLinesOfStandardError() {
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("talkative", talkative()).listener(watch).build()) {
      watch.await("talkative connected");

      assertThat(standardError(catalog)).contains("INFO ready, key is ***").doesNotContain(SECRET);
      assertThat(catalog.servers().get(0).state()).isEqualTo(ServerState.CONNECTED);
      assertThat(catalog.servers().get(0).errors()).as("it is no error").isEmpty();
    }
  }

  /** A separate thread reads standard error, so the text may arrive late. */
  private static String standardError(ToolCatalog catalog) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    String words = "";
    while (words.isEmpty() && System.nanoTime() < end) {
      words = catalog.servers().get(0).standardError();
      LockSupport.parkNanos(10_000_000);
    }
    return words;
  }
}
