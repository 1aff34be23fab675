package io.mcpbridge.oauth.http;

import java.net.Socket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A connection that, unlike HttpClient's own, never logs headers and bodies: both hold secrets. */
final class NonLoggingConnection extends DefaultBHttpClientConnection
    implements ManagedHttpClientConnection {

  /** Limits for the response head, which the limit of the body does not cover. */
  private static final Http1Config BOUNDED =
      Http1Config.custom().setMaxLineLength(16_384).setMaxHeaderCount(128).build();

  NonLoggingConnection() {
    // the default parser factory uses only the line limit of the first argument
    super(BOUNDED, null, null, null, null, null, new DefaultHttpResponseParserFactory(BOUNDED));
  }

  @Override
  public @Nullable Socket getSocket() {
    var holder = getSocketHolder();
    return holder == null ? null : holder.getSocket();
  }

  @Override
  public void passivate() {
    setSocketTimeout(Timeout.ZERO_MILLISECONDS);
  }

  @Override
  public void activate() {}
}
