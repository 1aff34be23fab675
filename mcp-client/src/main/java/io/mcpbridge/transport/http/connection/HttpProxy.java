package io.mcpbridge.transport.http.connection;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.HttpClientConnection;
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
  public static HttpProxy at(URI uri) {
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

  @Override
  public HttpRoute route(Endpoint to) {
    return new HttpRoute(to.route().getTargetHost(), null, host, to.secure());
  }

  @Override
  public void address(ClassicHttpRequest request, Endpoint to) {
    if (!to.secure()) {
      request.setPath("http://" + to.hostHeader() + to.target());
      addCredentials(request);
    }
  }

  @Override
  public void connect(
      PoolingHttpClientConnectionManager connections,
      ConnectionEndpoint lease,
      Endpoint to,
      Timeout limit)
      throws IOException, HttpException {
    long end = System.nanoTime() + limit.toNanoseconds();
    HttpClientContext context = HttpClientContext.create();
    try {
      connections.connect(lease, limit, context);
    } catch (IOException e) {
      throw new ProxyException(host.getHostName(), authority, e);
    }
    if (to.secure()) {
      lease.setSocketTimeout(left(end));
      makeTunnel(lease, to, context);
      lease.setSocketTimeout(left(end));
      connections.upgrade(lease, context);
      lease.setSocketTimeout(Timeout.ZERO_MILLISECONDS);
    }
  }

  /** At least one millisecond, since zero would mean no timeout. */
  private static Timeout left(long end) {
    long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    return Timeout.ofMilliseconds(Math.max(1, millis));
  }

  private void makeTunnel(ConnectionEndpoint lease, Endpoint to, HttpClientContext context)
      throws IOException, HttpException {
    ClassicHttpRequest request =
        new BasicClassicHttpRequest("CONNECT", to.route().getTargetHost(), to.authority());
    request.setVersion(HttpVersion.HTTP_1_1);
    request.setHeader(HttpHeaders.HOST, to.authority());
    addCredentials(request);
    ClassicHttpResponse response =
        lease.execute(null, request, (sent, connection, c) -> answer(sent, connection), context);
    if (response.getCode() / 100 != 2) {
      throw new ProxyException(authority, to.authority(), response.getCode());
    }
  }

  private static ClassicHttpResponse answer(
      ClassicHttpRequest request, HttpClientConnection connection)
      throws IOException, HttpException {
    connection.sendRequestHeader(request);
    connection.flush();
    ClassicHttpResponse response = connection.receiveResponseHeader();
    while (response.getCode() < 200) {
      response = connection.receiveResponseHeader();
    }
    return response;
  }

  private void addCredentials(ClassicHttpRequest request) {
    if (credentials != null) {
      request.setHeader(HttpHeaders.PROXY_AUTHORIZATION, credentials);
    }
  }

  /** Without the credentials. */
  @Override
  public String toString() {
    return "HttpProxy[" + authority + "]";
  }
}
