package io.mcpbridge.verification.benchmarks.contestant;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tool provider of langchain4j-mcp with its defaults. */
final class LangChain4jProvider implements Session {

  private final McpClient client;
  private final McpToolProvider provider;
  private volatile @Nullable ToolExecutor tool;

  LangChain4jProvider(Peer peer, Duration timeout) {
    client = LangChain4j.client(peer, timeout);
    provider = McpToolProvider.builder().mcpClients(client).build();
  }

  /** As an agent does: the first request lists the tools and maps them. */
  private ToolExecutor tool() {
    ToolExecutor executor = tool;
    if (executor == null) {
      executor =
          tools().entrySet().stream()
              .filter(entry -> entry.getKey().name().equals(Call.TOOL))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElseThrow();
      tool = executor;
    }
    return executor;
  }

  private Map<ToolSpecification, ToolExecutor> tools() {
    ToolProviderRequest request =
        ToolProviderRequest.builder()
            .invocationContext(InvocationContext.builder().build())
            .userMessage(UserMessage.from("-"))
            .build();
    return provider.provideTools(request).tools();
  }

  @Override
  public String call(Call call) {
    return tool()
        .execute(
            ToolExecutionRequest.builder()
                .id(Long.toString(call.n()))
                .name(Call.TOOL)
                .arguments(call.json())
                .build(),
            null);
  }

  @Override
  public int listTools() {
    return tools().size();
  }

  @Override
  public void close() throws Exception {
    client.close();
  }
}
