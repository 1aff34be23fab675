package io.mcpbridge.verification.benchmarks.micro;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.verification.benchmarks.server.Call;
import io.mcpbridge.verification.benchmarks.server.HttpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The catalog lookups of each model request; their cost must not grow with the number of tools. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ToolSnapshotBenchmark {

  /** Number of tools on the server. */
  @Param({"10", "1000", "10000"})
  public int tools;

  private @Nullable HttpServer server;
  private ToolCatalog catalog = ToolCatalog.builder().build();

  /** Lists the tools once. */
  @Setup
  public void connect() throws IOException {
    HttpServer started = new HttpServer(tools);
    server = started;
    catalog =
        ToolCatalog.builder()
            .server(
                "measure",
                StreamableHttpTransport.of("http://localhost:" + started.port() + "/json"))
            .build();
    if (!catalog.awaitReady(Duration.ofSeconds(30)) || catalog.tools().size() != tools) {
      throw new IllegalStateException("not all tools are here: " + catalog.servers());
    }
  }

  /** Also closes the server. */
  @TearDown
  public void close() throws IOException {
    catalog.close();
    if (server != null) {
      server.close();
    }
  }

  /** Reads the complete list. */
  @Benchmark
  public CatalogSnapshot snapshot() {
    return catalog.snapshot();
  }

  /** Looks up a tool by the name that a model uses. */
  @Benchmark
  public @Nullable CatalogTool byName() {
    return catalog.snapshot().tool("measure__" + Call.TOOL);
  }
}
