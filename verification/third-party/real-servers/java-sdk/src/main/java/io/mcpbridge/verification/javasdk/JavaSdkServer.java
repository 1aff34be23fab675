package io.mcpbridge.verification.javasdk;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletSseServerTransportProvider;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

/** {@code JavaSdkServer stdio | (streamable | stateless | sse) PORT}. */
public final class JavaSdkServer {

  private JavaSdkServer() {}

  /** Serves until it is stopped; over stdio, until its standard input ends. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "stdio" ->
          SessionServer.describe(
              McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
      case "streamable" -> {
        var transport =
            HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp").build();
        SessionServer.describe(McpServer.sync(transport));
        Web.serve(transport, port(args));
      }
      case "sse" -> {
        var transport =
            HttpServletSseServerTransportProvider.builder().messageEndpoint("/message").build();
        SessionServer.describe(McpServer.sync(transport));
        Web.serve(transport, port(args));
      }
      case "stateless" -> {
        var transport =
            HttpServletStatelessServerTransport.builder().messageEndpoint("/mcp").build();
        StatelessServer.describe(McpServer.sync(transport));
        Web.serve(transport, port(args));
      }
      default -> throw new IllegalArgumentException("unknown mode: " + args[0]);
    }
  }

  private static int port(String[] args) {
    return Integer.parseInt(args[1]);
  }
}
