package com.example.transport;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.StdioEndpoint;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/** The server side: converts frames to lines for a scripted server, and its lines to frames. */
final class FrameServer implements AutoCloseable {

  private final FakeMcpServer server;
  private final ServerSocket listening;

  FrameServer(FakeMcpServer server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
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
    try (socket;
        PipedInputStream lines = new PipedInputStream(64 * 1024)) {
      PipedOutputStream toServer = new PipedOutputStream(lines);
      daemon(() -> pump(socket, toServer));
      StdioEndpoint.serve(server, lines, new Frames(socket));
    } catch (IOException gone) {
      // the client disconnected
    }
  }

  private static void pump(Socket socket, OutputStream lines) {
    try (lines) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        lines.write(in.readNBytes(in.readInt()));
        lines.write('\n');
        lines.flush();
      }
    } catch (IOException gone) {
      // the client disconnected, or the server dropped the connection
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "frame-server");
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

  /** Writes each line as a frame. Closed when the server drops the connection. */
  private static final class Frames extends OutputStream {

    private final Socket socket;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Frames(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void write(int b) throws IOException {
      if (b != '\n') {
        line.write(b);
        return;
      }
      byte[] body = line.toByteArray();
      line.reset();
      socket
          .getOutputStream()
          .write(ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
