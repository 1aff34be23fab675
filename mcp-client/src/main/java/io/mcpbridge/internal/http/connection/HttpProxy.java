package io.mcpbridge.internal.http.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy (RFC 9110, 3.7): http requests go through it, https requests through a CONNECT
 * tunnel (9.3.6).
 */
public final class HttpProxy implements NextHop {

  private final HttpHost host;
  private final String authority;
  private final @Nullable String credentials;

  private HttpProxy(HttpHost host, String authority, @Nullable String credentials) {
    this.host = host;
    this.authority = authority;
    this.credentials = credentials;
  }

  /**
   * @throws IllegalArgumentException if it is no http URL; the message does not quote it, since it
   *     may hold a password
   */
  public static HttpProxy of(URI uri) {
    String name = uri.getHost();
    if (!"http".equalsIgnoreCase(uri.getScheme()) || name == null) {
      throw new IllegalArgumentException(
          "a proxy must have the form http://host:port or http://user:password@host:port");
    }
    if (uri.getPort() == 0 || uri.getPort() > 65_535) {
      throw new IllegalArgumentException("the proxy has an invalid port: " + uri.getPort());
    }
    int port = uri.getPort() > 0 ? uri.getPort() : 80;
    String bare = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    String userInfo = uri.getUserInfo();
    return new HttpProxy(
        new HttpHost("http", bare, port),
        name + ":" + port,
        userInfo == null ? null : Endpoint.basic(userInfo));
  }

  /**
   * The proxy that the JVM's settings name for a server: {@code http.proxyHost}, {@code
   * https.proxyHost} and {@code http.nonProxyHosts}, or what replaces the default {@link
   * ProxySelector}.
   */
  public static @Nullable HttpProxy ofJvm(Endpoint endpoint) {
    ProxySelector selector = ProxySelector.getDefault();
    if (selector == null) {
      return null;
    }
    try {
      HttpHost server = endpoint.host();
      URI uri =
          new URI(
              server.getSchemeName(),
              null,
              server.getHostName(),
              server.getPort(),
              "/",
              null,
              null);
      return selector.select(uri).stream()
          .findFirst()
          .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
          .map(proxy -> (InetSocketAddress) proxy.address())
          .map(HttpProxy::of)
          .orElse(null);
    } catch (URISyntaxException | IllegalArgumentException notForSelectors) {
      return null;
    }
  }

  private static HttpProxy of(InetSocketAddress address) {
    String name = address.getHostString();
    return new HttpProxy(
        new HttpHost("http", name, address.getPort()),
        (name.contains(":") ? "[" + name + "]" : name) + ":" + address.getPort(),
        null);
  }

  @Override
  public void address(ClassicHttpRequest request, Endpoint endpoint) {
    if (!endpoint.secure()) {
      request.setPath("http://" + endpoint.hostHeader() + endpoint.target());
      addCredentials(request);
    }
  }

  @Override
  public void connect(
      SocketConnector connector, ClientConnection connection, Endpoint endpoint, Timeout limit)
      throws IOException, HttpException {
    try {
      connector.connect(connection, host, limit);
    } catch (IOException e) {
      throw new ProxyException(host.getHostName(), authority, e);
    }
    if (endpoint.secure()) {
      connection.setSocketTimeout(limit);
      openTunnel(connection, endpoint);
      connector.secure(connection, endpoint.host(), limit);
    }
  }

  private void openTunnel(ClientConnection connection, Endpoint endpoint)
      throws IOException, HttpException {
    ClassicHttpRequest request =
        new BasicClassicHttpRequest("CONNECT", endpoint.host(), endpoint.authority());
    request.setVersion(HttpVersion.HTTP_1_1);
    request.setHeader(HttpHeaders.HOST, endpoint.authority());
    addCredentials(request);
    connection.send(request);
    ClassicHttpResponse response = connection.receive(request);
    if (response.getCode() / 100 != 2) {
      throw new ProxyException(authority, endpoint.authority(), response.getCode());
    }
  }

  private void addCredentials(ClassicHttpRequest request) {
    if (credentials != null) {
      request.setHeader(HttpHeaders.PROXY_AUTHORIZATION, credentials);
    }
  }

  /** Host and port. */
  public String authority() {
    return authority;
  }

  /** Without the credentials. */
  @Override
  public String toString() {
    return "HttpProxy[" + authority + "]";
  }
}
