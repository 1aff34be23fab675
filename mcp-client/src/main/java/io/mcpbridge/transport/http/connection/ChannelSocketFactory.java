package io.mcpbridge.transport.http.connection;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Creates connections on sockets of NIO channels, because only those can be polled for readable
 * data without blocking.
 */
final class ChannelSocketFactory extends PoolingHttpClientConnectionManagerBuilder {

  private final HttpHost firstHop;

  /**
   * @param route the route of the connections
   */
  ChannelSocketFactory(HttpRoute route) {
    HttpHost proxy = route.getProxyHost();
    this.firstHop = proxy == null ? route.getTargetHost() : proxy;
  }

  @Override
  protected HttpClientConnectionOperator createConnectionOperator(
      SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
    return new DefaultHttpClientConnectionOperator(
        this::socket,
        ports,
        names,
        RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, tls).build());
  }

  private Socket socket(@Nullable Proxy socks) throws IOException {
    if (socks != null) {
      return new Socket(socks);
    }
    return goesThroughSocks() ? new Socket() : SocketChannel.open().socket();
  }

  /** Sockets of channels ignore the JVM's SOCKS proxy settings. */
  private boolean goesThroughSocks() {
    ProxySelector selector = ProxySelector.getDefault();
    if (selector == null) {
      return false;
    }
    try {
      URI hop =
          new URI("socket", null, firstHop.getHostName(), firstHop.getPort(), null, null, null);
      return selector.select(hop).stream().anyMatch(proxy -> proxy.type() == Proxy.Type.SOCKS);
    } catch (URISyntaxException | IllegalArgumentException notForSelectors) {
      return false;
    }
  }
}
