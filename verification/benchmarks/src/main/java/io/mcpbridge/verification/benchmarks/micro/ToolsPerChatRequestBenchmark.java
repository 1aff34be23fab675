package io.mcpbridge.verification.benchmarks.micro;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.transport.http.StreamableHttpTransport;
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

/**
 * The tools that LangChain4j requests for each chat, from this project's provider and from its own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ToolsPerChatRequestBenchmark {

  /** Number of tools on the server. */
  @Param({"10", "100", "1000", "10000"})
  public int tools;

  private static final ToolSearch ALL_TOOLS = ToolSearch.builder().mode(ToolSearchMode.OFF).build();

  private final ToolProviderRequest request =
      ToolProviderRequest.builder()
          .invocationContext(
              InvocationContext.builder().modelProvider(ModelProvider.OPEN_AI).build())
          .userMessage(UserMessage.from("Hello"))
          .build();

  private @Nullable HttpServer server;
  private @Nullable McpClient client;
  private ToolCatalog catalog = ToolCatalog.builder().build();
  private McpToolProvider bridgeProvider = offering(catalog);
  private ToolProvider langChain4jProvider = bridgeProvider;

  /** Lists the tools once, with both providers. */
  @Setup
  public void connect() throws IOException {
    HttpServer started = new HttpServer(tools);
    server = started;
    String url = "http://localhost:" + started.port() + "/json";
    catalog = ToolCatalog.builder().server("measure", StreamableHttpTransport.of(url)).build();
    if (!catalog.awaitReady(Duration.ofSeconds(30))) {
      throw new IllegalStateException("not ready: " + catalog.servers());
    }
    bridgeProvider = offering(catalog);
    McpClient connected =
        DefaultMcpClient.builder()
            .transport(StreamableHttpMcpTransport.builder().url(url).build())
            .build();
    client = connected;
    langChain4jProvider =
        dev.langchain4j.mcp.McpToolProvider.builder().mcpClients(connected).build();
    mustHaveAll(bridge());
    mustHaveAll(langChain4j());
  }

  /** Also closes the server. */
  @TearDown
  public void close() throws Exception {
    if (client != null) {
      client.close();
    }
    catalog.close();
    if (server != null) {
      server.close();
    }
  }

  /** This project's provider, with input schemas in the form that the model accepts. */
  @Benchmark
  public ToolProviderResult bridge() {
    return bridgeProvider.provideTools(request);
  }

  /** LangChain4j's own provider, which also caches the list. */
  @Benchmark
  public ToolProviderResult langChain4j() {
    return langChain4jProvider.provideTools(request);
  }

  /** This project's provider, on the first request after a tool list change. */
  @Benchmark
  public ToolProviderResult bridgeAfterAChange() {
    return offering(catalog).provideTools(request);
  }

  /** All tools, however many there are. */
  private static McpToolProvider offering(ToolCatalog catalog) {
    return McpToolProvider.builder().tools(catalog).toolSearch(ALL_TOOLS).build();
  }

  private void mustHaveAll(ToolProviderResult result) {
    if (result.aiServiceTools().size() != tools) {
      throw new IllegalStateException("not all tools are here");
    }
  }
}
