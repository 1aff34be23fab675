package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;
import java.util.Arrays;
import org.springframework.ai.tool.ToolCallback;

/** {@code McpToolCallbackProvider} with its defaults. */
final class BridgeCallback implements Session {

  private static final String SERVER = "s";

  private final ToolCatalog catalog;
  private final McpToolCallbackProvider provider;
  private final ToolCallback tool;

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
    String name = SERVER + "__" + Call.TOOL;
    tool =
        Arrays.stream(provider.getToolCallbacks())
            .filter(one -> one.getToolDefinition().name().equals(name))
            .findFirst()
            .orElseThrow();
  }

  @Override
  public String call(Call call) {
    return tool.call(call.json());
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
