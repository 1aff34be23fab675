package io.mcpbridge.internal.http.connection;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketOption;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http.ssl.TlsCiphers;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Opens sockets, and adds TLS. The sockets belong to NIO channels, because only those can be polled
 * for readable data without blocking.
 *
 * @param resolver resolves host names; all addresses are tried in turn
 * @param sslContext trust and key material; {@code null} for the JVM's, which is read when the
 *     first connection needs it
 */
public record SocketConnector(AddressResolver resolver, @Nullable SSLContext sslContext) {

  /** Resolves a host name. */
  @FunctionalInterface
  public interface AddressResolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /**
   * Keep-alive probes detect a vanished peer after two minutes, even on a stream without a read
   * timeout.
   */
  private static final Map<SocketOption<Integer>, Integer> KEEP_ALIVE =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 60,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 15,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 4);

  /** Resolves names as the JVM does. */
  public SocketConnector(@Nullable SSLContext sslContext) {
    this(InetAddress::getAllByName, sslContext);
  }

  /**
   * Connects to the first address of the host that accepts.
   *
   * @param limit timeout for each address
   */
  void connect(ClientConnection connection, HttpHost host, Timeout limit) throws IOException {
    IOException failure = null;
    boolean socks = goesThroughSocks(host);
    for (InetAddress address : resolver.resolve(host.getHostName())) {
      Socket socket = socks ? new Socket() : SocketChannel.open().socket();
      try {
        connection.bind(socket); // before it connects, so that a close ends that
        configure(socket);
        socket.connect(
            new InetSocketAddress(address, host.getPort()), limit.toMillisecondsIntBound());
        return;
      } catch (IOException e) {
        socket.close();
        if (connection.isClosed() || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        failure = failure == null ? e : failure;
      }
    }
    throw failure == null ? new UnknownHostException(host.getHostName()) : failure;
  }

  private static void configure(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    for (var option : KEEP_ALIVE.entrySet()) {
      if (socket.supportedOptions().contains(option.getKey())) {
        socket.setOption(option.getKey(), option.getValue());
      }
    }
  }

  /** Sockets of channels ignore the JVM's SOCKS proxy settings. */
  private static boolean goesThroughSocks(HttpHost host) {
    ProxySelector selector = ProxySelector.getDefault();
    if (selector == null) {
      return false;
    }
    try {
      URI uri = new URI("socket", null, host.getHostName(), host.getPort(), null, null, null);
      return selector.select(uri).stream().anyMatch(proxy -> proxy.type() == Proxy.Type.SOCKS);
    } catch (URISyntaxException | IllegalArgumentException notForSelectors) {
      return false;
    }
  }

  /**
   * Adds TLS 1.2 or newer. The certificate must be valid for the host (RFC 9110, 4.3.4).
   *
   * @param limit timeout for each read of the handshake
   */
  void secure(ClientConnection connection, HttpHost host, Timeout limit) throws IOException {
    Socket socket = connection.getSocket();
    if (socket == null) {
      throw new InterruptedIOException("closed while connecting");
    }
    SSLSocket secured =
        (SSLSocket)
            tls().getSocketFactory().createSocket(socket, host.getHostName(), host.getPort(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setProtocols(TLS.excludeWeak(parameters.getProtocols()));
    parameters.setCipherSuites(TlsCiphers.excludeWeak(parameters.getCipherSuites()));
    secured.setSSLParameters(parameters);
    secured.setSoTimeout(limit.toMillisecondsIntBound());
    secured.startHandshake();
    secured.setSoTimeout(0);
    connection.bind(secured, socket);
  }

  private SSLContext tls() throws SSLException {
    try {
      return sslContext == null ? SSLContext.getDefault() : sslContext;
    } catch (NoSuchAlgorithmException e) {
      throw new SSLException("the JVM's default SSL context cannot be created", e);
    }
  }
}
