package com.example.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.TraceLevel;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/how-to/trace-messages.md}. */
class TraceMessagesTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void traceOfCatalog() {
    server.tool("forecast").returns("Rain");
    String url = server.url();

    WireTrace trace = WireTrace.builder().redact("/params/arguments/password").build();

    ToolCatalog catalog =
        ToolCatalog.builder()
            .server(
                "weather",
                StreamableHttpTransport.of(url),
                ServerOptions.builder().trace(TraceLevel.BODIES).build())
            .wireTrace(trace)
            .build();

    try (catalog) {
      catalog.awaitReady(Duration.ofSeconds(30));
      catalog.call("weather__forecast", "{\"city\": \"Oslo\"}");
      assertThat(trace.records("weather"))
          .extracting(TraceRecord::body)
          .anyMatch(body -> String.valueOf(body).contains("\"city\":\"Oslo\""));

      trace.records("weather").forEach(System.out::println);

      catalog.update("weather", ServerOptions.builder().trace(TraceLevel.OFF).build());

      int before = trace.records("weather").size();
      catalog.call("weather__forecast", "{}");
      assertThat(trace.records("weather")).hasSize(before);
    }
  }
}
