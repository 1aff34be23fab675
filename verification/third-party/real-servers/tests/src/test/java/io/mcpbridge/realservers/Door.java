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
record Door(Transport transport, RunningServer running) implements AutoCloseable {

  /** A child process, which starts and ends with the client. */
  static Door stdio(Transport transport) {
    return new Door(transport, null);
  }

  static Door stdio(String command, String... arguments) {
    return stdio(StdioTransport.of(command, arguments));
  }

  static Door stdioJava(List<String> arguments) {
    String java = System.getProperty("java.home") + "/bin/java";
    return stdio(StdioTransport.builder(java).args(arguments).build());
  }

  /** A server of {@code with-server}. */
  static Door http(String name) {
    RunningServer running = RunningServer.start(name);
    return new Door(StreamableHttpTransport.of(running.url()), running);
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
    }
  }
}
