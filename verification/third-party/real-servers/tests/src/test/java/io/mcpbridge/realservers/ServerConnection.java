package io.mcpbridge.realservers;

import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.util.List;

/**
 * A connection to a server that stays usable until closed.
 *
 * @param transport the client's transport
 * @param running the server if it runs apart from the client; else {@code null}
 */
record ServerConnection(Transport transport, RunningServer running) implements AutoCloseable {

  /** A child process, which starts and ends with the client. */
  static ServerConnection stdio(Transport transport) {
    return new ServerConnection(transport, null);
  }

  static ServerConnection stdio(String command, String... arguments) {
    return stdio(StdioTransport.of(command, arguments));
  }

  static ServerConnection stdioJava(List<String> arguments) {
    String java = System.getProperty("java.home") + "/bin/java";
    return stdio(StdioTransport.builder(java).args(arguments).build());
  }

  /** A server of {@code with-server}. */
  static ServerConnection http(String name) {
    RunningServer running = RunningServer.start(name);
    return new ServerConnection(StreamableHttpTransport.of(running.url()), running);
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
    }
  }
}
