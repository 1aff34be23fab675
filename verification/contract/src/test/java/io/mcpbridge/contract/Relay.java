package io.mcpbridge.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A child process that relays its standard streams to a socket, so that a scripted server in the
 * test process is reached over real pipes.
 */
final class Relay {

  private Relay() {}

  public static void main(String[] args) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
      Thread out =
          new Thread(
              () -> {
                copy(socket, System.out);
                // The server is gone, so no more input is needed.
                Runtime.getRuntime().halt(0);
              });
      out.start();
      System.in.transferTo(socket.getOutputStream());
      socket.shutdownOutput();
      out.join();
    }
  }

  private static void copy(Socket from, OutputStream to) {
    byte[] buffer = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        to.write(buffer, 0, n);
        to.flush();
      }
    } catch (IOException closed) {
      // Same as end of stream.
    }
  }
}
