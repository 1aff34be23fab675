package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Call;
import io.modelcontextprotocol.client.McpSyncClient;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;

/** The tool callback of spring-ai-mcp with its defaults. */
final class SpringAiCallback implements Session {

  private static final String TEXT = "\"text\":\"";

  private final McpSyncClient client;
  private final SyncMcpToolCallbackProvider provider;
  private volatile @Nullable ToolCallback tool;

  SpringAiCallback(Peer peer, Duration timeout) {
    client = JavaSdk.client(peer, timeout);
    provider = SyncMcpToolCallbackProvider.builder().mcpClients(client).build();
  }

  /** As an agent does: the first request lists the tools and maps them. */
  private ToolCallback tool() {
    ToolCallback callback = tool;
    if (callback == null) {
      callback =
          Arrays.stream(provider.getToolCallbacks())
              .filter(candidate -> candidate.getToolDefinition().name().endsWith(Call.TOOL))
              .findFirst()
              .orElseThrow();
      tool = callback;
    }
    return callback;
  }

  /** The callback returns the content blocks as JSON. */
  @Override
  public String call(Call call) {
    String blocks = tool().call(call.json());
    int start = blocks.indexOf(TEXT) + TEXT.length();
    return blocks.substring(start, blocks.indexOf('"', start));
  }

  @Override
  public int listTools() {
    return provider.getToolCallbacks().length;
  }

  @Override
  public void close() {
    client.close();
  }
}
