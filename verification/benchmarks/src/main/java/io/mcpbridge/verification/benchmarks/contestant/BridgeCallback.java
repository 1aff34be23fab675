package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;

/** {@code McpToolCallbackProvider} with its defaults. */
final class BridgeCallback implements Session {

  private static final String SERVER = "s";

  private final ToolCatalog catalog;
  private final McpToolCallbackProvider provider;
  private volatile @Nullable ToolCallback tool;

  BridgeCallback(Peer peer, Duration timeout) {
    catalog =
        ToolCatalog.builder()
            .server(
                SERVER, Bridge.transport(peer), ServerOptions.builder().timeout(timeout).build())
            .build();
    provider =
        McpToolCallbackProvider.builder()
            .tools(catalog)
            .toolSearch(ToolSearch.builder().mode(ToolSearchMode.OFF).build())
            .build();
    if (!catalog.awaitReady(timeout)) {
      throw new IllegalStateException("not connected: " + catalog.servers());
    }
  }

  /** As an agent does: the first request lists the tools and maps them. */
  private ToolCallback tool() {
    ToolCallback callback = tool;
    if (callback == null) {
      String name = SERVER + "__" + Call.TOOL;
      callback =
          Arrays.stream(provider.getToolCallbacks())
              .filter(candidate -> candidate.getToolDefinition().name().equals(name))
              .findFirst()
              .orElseThrow();
      tool = callback;
    }
    return callback;
  }

  @Override
  public String call(Call call) {
    return tool().call(call.json());
  }

  @Override
  public int listTools() {
    return provider.getToolCallbacks().length;
  }

  @Override
  public void close() {
    catalog.close();
  }
}
