package io.mcpbridge.verification.benchmarks.contestant;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;

/** langchain4j-mcp with its defaults. */
final class LangChain4j implements Session {

  private final McpClient client;

  LangChain4j(Peer peer, Duration timeout) {
    this.client = client(peer, timeout);
  }

  static McpClient client(Peer peer, Duration timeout) {
    return DefaultMcpClient.builder()
        .transport(transport(peer, timeout))
        .toolExecutionTimeout(timeout)
        .build();
  }

  private static McpTransport transport(Peer peer, Duration timeout) {
    return peer.isHttp()
        ? StreamableHttpMcpTransport.builder().url(peer.url()).timeout(timeout).build()
        : StdioMcpTransport.builder().command(peer.command()).build();
  }

  @Override
  public String call(Call call) {
    return client
        .executeTool(
            ToolExecutionRequest.builder()
                .id(Long.toString(call.n()))
                .name(Call.TOOL)
                .arguments(call.json())
                .build())
        .resultText();
  }

  @Override
  public int listTools() {
    return client.listTools().size();
  }

  @Override
  public void close() throws Exception {
    client.close();
  }
}
