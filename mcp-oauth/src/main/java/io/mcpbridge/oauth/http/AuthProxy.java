package io.mcpbridge.oauth.http;

import java.net.URI;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * A proxy for requests to authorization servers. These use https, so the proxy only opens a tunnel
 * (RFC 9110, section 9.3.6).
 */
public final class AuthProxy {

  private final HttpHost host;
  private final @Nullable String userInfo;

  private AuthProxy(HttpHost host, @Nullable String userInfo) {
    this.host = host;
    this.userInfo = userInfo;
  }

  /**
   * @throws IllegalArgumentException if it is not an http URL; the message does not quote it, since
   *     it may hold a password
   */
  public static AuthProxy at(URI uri) {
    String name = uri.getHost();
    if (!"http".equalsIgnoreCase(uri.getScheme())
        || name == null
        || uri.getPort() == 0
        || uri.getPort() > 65_535) {
      throw new IllegalArgumentException(
          "a proxy must have the form http://host:port or http://user:password@host:port");
    }
    String bare = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    int port = uri.getPort() > 0 ? uri.getPort() : 80;
    return new AuthProxy(new HttpHost("http", bare, port), uri.getUserInfo());
  }

  HttpHost host() {
    return host;
  }

  /** Authenticates preemptively, which saves a second CONNECT request. */
  HttpClientContext context() {
    HttpClientContext context = HttpClientContext.create();
    if (userInfo != null) {
      int colon = userInfo.indexOf(':');
      String user = colon < 0 ? userInfo : userInfo.substring(0, colon);
      String password = colon < 0 ? "" : userInfo.substring(colon + 1);
      BasicScheme basic = new BasicScheme();
      basic.initPreemptive(new UsernamePasswordCredentials(user, password.toCharArray()));
      AuthExchange exchange = new AuthExchange();
      exchange.select(basic);
      context.setAuthExchange(host, exchange);
    }
    return context;
  }

  /** Without the credentials. */
  @Override
  public String toString() {
    return host.getHostName() + ":" + host.getPort();
  }
}
