package io.mcpbridge.spring.boot.internal.server;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The SSL context of a bundle that follows its updates: new connections use the new certificates,
 * open ones are kept.
 */
final class BundleSslContext extends SSLContext {

  private BundleSslContext(SSLContext first, Supplier<SSLContext> now) {
    super(new CurrentContext(now), first.getProvider(), first.getProtocol());
  }

  /**
   * @param now called for each connection on the thread that opens it
   */
  static SSLContext of(Supplier<SSLContext> now) {
    return new BundleSslContext(now.get(), now);
  }

  private static final class CurrentContext extends SSLContextSpi {

    private final Supplier<SSLContext> now;

    CurrentContext(Supplier<SSLContext> now) {
      this.now = now;
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return now.get().getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return now.get().getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return now.get().createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return now.get().createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return now.get().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return now.get().getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return now.get().getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return now.get().getSupportedSSLParameters();
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException("it is what its SSL bundle says");
    }
  }
}
