package io.mcpbridge.verification.benchmarks.contestant;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;
import java.util.List;

/** {@code McpClient} with its defaults. */
final class Bridge implements Session {

  private final McpClient client;

  Bridge(Peer peer, Duration timeout) {
    this.client = McpClient.builder(transport(peer)).timeout(timeout).build();
    client.server();
  }

  static Transport transport(Peer peer) {
    if (peer.isHttp()) {
      return StreamableHttpTransport.of(peer.url());
    }
    List<String> command = peer.command();
    return StdioTransport.of(
        command.get(0), command.subList(1, command.size()).toArray(String[]::new));
  }

  @Override
  public String call(Call call) {
    return client.callTool(Call.TOOL, call.json()).text();
  }

  @Override
  public int listTools() {
    return client.listTools().size();
  }

  @Override
  public void close() {
    client.close();
  }
}
