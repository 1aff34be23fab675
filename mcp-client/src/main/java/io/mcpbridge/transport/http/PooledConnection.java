package io.mcpbridge.transport.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection of the pool. The library's own class would log headers and bodies at
 * debug, and would open a new socket after having been closed while connecting; this one does
 * neither.
 */
final class PooledConnection extends DefaultBHttpClientConnection
    implements ManagedHttpClientConnection {

  /** Bounds for the head of an answer, which the limits of a message do not cover. */
  private static final Http1Config BOUNDED =
      Http1Config.custom().setMaxLineLength(65_536).setMaxHeaderCount(256).build();

  private volatile boolean closed;

  PooledConnection() {
    // what reads the head knows of the first argument only how long a line may be
    super(BOUNDED, null, null, null, null, null, new DefaultHttpResponseParserFactory(BOUNDED));
  }

  @Override
  public void bind(Socket socket) throws IOException {
    super.bind(socket);
    refuseWhenClosed(socket);
  }

  @Override
  public void bind(SSLSocket sslSocket, Socket socket) throws IOException {
    super.bind(sslSocket, socket);
    refuseWhenClosed(socket);
  }

  private void refuseWhenClosed(Socket socket) throws IOException {
    if (closed) {
      socket.close();
      throw new InterruptedIOException("closed while connecting");
    }
  }

  @Override
  public void close(CloseMode mode) {
    closed = true;
    super.close(mode);
  }

  @Override
  public void close() {
    close(CloseMode.GRACEFUL);
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
