package io.mcpbridge.verification.benchmarks.contestant;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code McpToolProvider} with its defaults. */
final class BridgeProvider implements Session {

  private static final String SERVER = "s";

  private final McpToolProvider provider;
  private volatile @Nullable AiServiceTool tool;

  BridgeProvider(Peer peer, Duration timeout) {
    provider =
        McpToolProvider.builder()
            .server(
                SERVER, Bridge.transport(peer), ServerOptions.builder().timeout(timeout).build())
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
            .build();
    if (!provider.awaitReady(timeout)) {
      throw new IllegalStateException("not connected: " + provider.catalog().servers());
    }
  }

  /** As an agent does: the first request lists the tools and maps them. */
  private AiServiceTool tool() {
    AiServiceTool cached = tool;
    if (cached == null) {
      String name = SERVER + "__" + Call.TOOL;
      cached =
          tools().stream()
              .filter(candidate -> candidate.name().equals(name))
              .findFirst()
              .orElseThrow();
      tool = cached;
    }
    return cached;
  }

  private List<AiServiceTool> tools() {
    return provider.provideTools(null).aiServiceTools();
  }

  @Override
  public String call(Call call) {
    AiServiceTool called = tool();
    return called
        .toolExecutor()
        .executeWithContext(
            ToolExecutionRequest.builder()
                .id(Long.toString(call.n()))
                .name(called.name())
                .arguments(call.json())
                .build(),
            null)
        .resultText();
  }

  @Override
  public int listTools() {
    return tools().size();
  }

  @Override
  public void close() {
    provider.close();
  }
}
