package com.example.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limits on how much of a result the model receives. */
@ExtendWith(LeakCheck.class)
class LimitResultsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final Transport database = server.transport();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void truncatesLongResult() {
    List<?> rows = IntStream.range(0, 5_000).mapToObj(i -> Map.of("id", i)).toList();
    server.tool("query").returns(FakeResult.structured(Json.write(Map.of("rows", rows))));

    ServerOptions options =
        ServerOptions.builder()
            .maxResultCharacters(20_000)
            .tool("read_log", ToolOptions.builder().maxResultCharacters(5_000).build())
            .build();

    try (ToolCatalog catalog = ToolCatalog.builder().server("db", database, options).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();

      ToolOutput output = catalog.call("db__query", "{}", CallOptions.defaults());
      String forTheModel = output.text();
      Object everything = output.structuredContent().value();

      assertThat(forTheModel)
          .hasSizeLessThanOrEqualTo(20_000)
          .contains("of 5000 elements left out");
      assertThat(Json.write(everything)).isEqualTo(Json.write(Map.of("rows", rows)));
    }
  }

  @Test
  void compactsJsonOfServer() {
    server.tool("query").returns("[\n  {\n    \"id\": 1\n  }\n]");

    ServerOptions data = ServerOptions.builder().compactJson(true).build();

    try (ToolCatalog catalog = ToolCatalog.builder().server("db", database, data).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(catalog.call("db__query", "{}", CallOptions.defaults()).text())
          .isEqualTo("[{\"id\":1}]");
    }
  }

  @Test
  void raisesLimitOfValues() {
    JsonLimits limits = JsonLimits.defaults().withMaxValues(10_000_000);
    StdioTransport transport = StdioTransport.builder("db-server").limits(limits).build();

    assertThat(limits.maxValues()).isEqualTo(10_000_000);
    assertThat(transport).isNotNull();
  }
}
