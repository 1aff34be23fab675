package io.mcpbridge.oauth.http;

import io.mcpbridge.oauth.core.UrlPolicy;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Creates a client with a connection of its own for each request: to an address that the policy
 * allows, or to a proxy.
 */
final class AuthClients {

  private final UrlPolicy policy;
  private final AllowedAddresses addresses;
  private final ReentrantLock tlsLock = new ReentrantLock();
  private @Nullable TlsSocketStrategy tls;

  /**
   * @param sslContext the trust configuration; {@code null} for the JVM's default
   */
  AuthClients(UrlPolicy policy, @Nullable SSLContext sslContext, AllowedAddresses addresses) {
    this.policy = policy;
    this.addresses = addresses;
    this.tls = sslContext == null ? null : new DefaultClientTlsStrategy(sslContext);
  }

  CloseableHttpClient client(@Nullable AuthProxy through) {
    BasicHttpClientConnectionManager connection =
        BasicHttpClientConnectionManager.create(
            null,
            through == null
                ? addresses
                : SystemDefaultDnsResolver.INSTANCE, // resolves only the proxy's name
            RegistryBuilder.<TlsSocketStrategy>create().register("https", this::upgrade).build(),
            socket -> new NonLoggingConnection());
    Timeout timeout = Timeout.of(policy.timeout());
    connection.setConnectionConfig(
        ConnectionConfig.custom().setConnectTimeout(timeout).setSocketTimeout(timeout).build());
    return HttpClients.custom()
        .setConnectionManager(connection)
        .setProxy(through == null ? null : through.host())
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .disableAuthCaching()
        .disableDefaultUserAgent()
        .build();
  }

  private SSLSocket upgrade(
      Socket socket, String host, int port, Object attachment, HttpContext context)
      throws IOException {
    return tls().upgrade(socket, host, port, attachment, context);
  }

  /** Created lazily: it reads every certificate that this JVM trusts. */
  private TlsSocketStrategy tls() {
    tlsLock.lock();
    try {
      TlsSocketStrategy strategy = tls;
      if (strategy == null) {
        strategy = DefaultClientTlsStrategy.createSystemDefault();
        tls = strategy;
      }
      return strategy;
    } finally {
      tlsLock.unlock();
    }
  }
}
