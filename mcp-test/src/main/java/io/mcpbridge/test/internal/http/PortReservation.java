package io.mcpbridge.test.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a port of the loopback interface reserved while no server listens: a bound, idle socket
 * holds it. Without it, the system would occasionally assign the port of a stopped server to
 * another program, or to the client itself.
 */
final class PortReservation implements AutoCloseable {

  private static final int BACKLOG = 2048;

  private @Nullable Socket place;
  private int number;

  /** The port number; 0 before the first {@link #listen()}. */
  synchronized int number() {
    return number;
  }

  /** Listens on the port, the same one each time. */
  synchronized ServerSocket listen() throws IOException {
    if (place == null) {
      place = bound(0);
      number = place.getLocalPort();
    }
    try {
      return listening();
    } catch (IOException e) {
      // Not every system lets two sockets of one program share a port.
      place.close();
      return listening();
    }
  }

  private ServerSocket listening() throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), number), BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  private static Socket bound(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  @Override
  public synchronized void close() {
    try {
      if (place != null) {
        place.close();
      }
    } catch (IOException gone) {
      // and with it the reservation
    }
  }
}
