package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.verification.benchmarks.server.Call;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The official SDK's blocking client with its defaults. */
final class JavaSdk implements Session {

  private final McpSyncClient client;

  JavaSdk(Peer peer, Duration timeout) {
    this.client = client(peer, timeout);
  }

  static McpSyncClient client(Peer peer, Duration timeout) {
    McpSyncClient client = McpClient.sync(transport(peer)).requestTimeout(timeout).build();
    client.initialize();
    return client;
  }

  private static McpClientTransport transport(Peer peer) {
    if (peer.isHttp()) {
      URI url = URI.create(peer.url());
      return HttpClientStreamableHttpTransport.builder("http://" + url.getAuthority())
          .endpoint(url.getPath())
          .build();
    }
    List<String> command = peer.command();
    return new StdioClientTransport(
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build(),
        McpJsonDefaults.getMapper());
  }

  @Override
  public String call(Call call) {
    CallToolRequest request = CallToolRequest.builder(Call.TOOL).arguments(call.map()).build();
    return ((TextContent) client.callTool(request).content().get(0)).text();
  }

  @Override
  public int listTools() {
    return client.listTools().tools().size();
  }

  @Override
  public void close() {
    client.close();
  }
}
