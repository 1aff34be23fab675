package io.mcpbridge.contract;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.StdioEndpoint;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/** Serves a scripted server to child processes that relay their standard streams. */
final class RelayEndpoint implements Endpoint {

  private final FakeMcpServer server;
  private final Duration silence;
  private final ServerSocket listening;

  private RelayEndpoint(FakeMcpServer server, Duration silence) {
    this.server = server;
    this.silence = silence;
    try {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  static RelayEndpoint open(FakeMcpServer server, Duration silence) {
    return new RelayEndpoint(server, silence);
  }

  @Override
  public Transport transport() {
    return StdioTransport.builder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            Relay.class.getName(),
            Integer.toString(listening.getLocalPort()))
        .env("API_KEY", TransportType.secret())
        .probeTimeout(silence)
        .build();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        daemon(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      StdioEndpoint.serve(server, socket.getInputStream(), socket.getOutputStream());
    } catch (IOException gone) {
      // The child process ended.
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "mcp-relay-endpoint");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
