package io.mcpbridge.transport.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A SOCKS proxy (RFC 1928) that this JVM uses while it is open. */
final class SocksProxy extends ProxySelector implements AutoCloseable {

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int destination;
  private final ProxySelector before = ProxySelector.getDefault();
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * @param destination the port for which it is used
   */
  SocksProxy(int destination) throws IOException {
    this.destination = destination;
    Thread accepting = new Thread(this::accept, "socks-proxy");
    accepting.setDaemon(true);
    accepting.start();
    ProxySelector.setDefault(this);
  }

  int connections() {
    return connections.get();
  }

  @Override
  public List<Proxy> select(URI uri) {
    boolean isProxied = uri.getScheme().equals("socket") && uri.getPort() == destination;
    return List.of(
        isProxied
            ? new Proxy(
                Proxy.Type.SOCKS,
                new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()))
            : Proxy.NO_PROXY);
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException e) {}

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        connections.incrementAndGet();
        pass(client);
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void pass(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    in.readByte();
    in.skipNBytes(in.readByte());
    out.write(new byte[] {5, 0});
    in.skipNBytes(3);
    in.skipNBytes(in.readByte() == 1 ? 4 : 16);
    Socket server = new Socket(Proxy.NO_PROXY);
    server.connect(new InetSocketAddress(listener.getInetAddress(), in.readUnsignedShort()));
    out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
    copy(client, server);
    copy(server, client);
  }

  private static void copy(Socket from, Socket to) {
    Thread thread =
        new Thread(
            () -> {
              try (to) {
                from.getInputStream().transferTo(to.getOutputStream());
              } catch (IOException closed) {
                // by the other side
              }
            },
            "socks-proxy-copy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    ProxySelector.setDefault(before);
    listener.close();
  }
}
