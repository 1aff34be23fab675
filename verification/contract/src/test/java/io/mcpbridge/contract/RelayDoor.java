package io.mcpbridge.contract;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.StdioDoor;
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
final class RelayDoor implements AutoCloseable {

  private final FakeMcpServer server;
  private final ServerSocket listening;

  RelayDoor(FakeMcpServer server) {
    this.server = server;
    try {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  Transport transport(Duration silence) {
    return StdioTransport.builder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            Relay.class.getName(),
            Integer.toString(listening.getLocalPort()))
        .startupSilence(silence)
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
      StdioDoor.serve(server, socket.getInputStream(), socket.getOutputStream());
    } catch (IOException gone) {
      // The child ended.
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "relay-door");
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
