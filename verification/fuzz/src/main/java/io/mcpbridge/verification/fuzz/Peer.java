package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server and the transport to it. */
final class Peer implements AutoCloseable {

  /** Small, so that oversized messages are rare and fast. */
  private static final JsonLimits LIMITS = JsonLimits.defaults().withMaxMessageBytes(400_000);

  private final Transport transport;
  private final @Nullable HttpServer server;

  /**
   * @param armedMethod the first request of this method gets the mutated response of a case; {@code
   *     null} for none
   */
  Peer(Lane lane, long seed, @Nullable String armedMethod, long armedCase) {
    if (lane.wire() == Wire.STDIO) {
      List<String> command = StdioServer.command(lane, seed, armedMethod, armedCase);
      server = null;
      transport =
          StdioTransport.builder(command.get(0))
              .args(command.subList(1, command.size()))
              .limits(LIMITS)
              .exitTimeout(Duration.ofMillis(500))
              .killTimeout(Duration.ofMillis(500))
              .build();
      return;
    }
    Script script = new Script(lane, seed);
    if (armedMethod != null) {
      script.arm(armedMethod, armedCase);
    }
    server = new HttpServer(lane, script);
    URI url = URI.create(server.url());
    transport =
        lane.wire() == Wire.HTTP_SSE
            ? HttpSseTransport.builder(url).limits(LIMITS).build()
            : StreamableHttpTransport.builder(url).limits(LIMITS).build();
  }

  Transport transport() {
    return transport;
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
