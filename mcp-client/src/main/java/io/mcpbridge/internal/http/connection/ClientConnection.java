package io.mcpbridge.internal.http.connection;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection. The library's own class would accept a socket after a close during
 * connect, and needs a millisecond for its stale check without detecting unsolicited data.
 */
public final class ClientConnection extends DefaultBHttpClientConnection {

  /** Limits for response headers, which the limits of a message do not cover. */
  private static final Http1Config BOUNDED =
      Http1Config.custom().setMaxLineLength(65_536).setMaxHeaderCount(256).build();

  /** The length that the headers of a request state is that of its entity. */
  private static final ContentLengthStrategy OF_ENTITY =
      request -> ((HttpEntityContainer) request).getEntity().getContentLength();

  /** The stale check is skipped this soon after the last response. */
  private static final long JUST_USED_NANOS = 100_000;

  private static final Timeout MIN_TIMEOUT = Timeout.ofMilliseconds(1);

  private final @Nullable PoolEntry<HttpHost, ClientConnection> entry;
  private NextHop nextHop = NextHop.DIRECT;
  private volatile boolean closed;
  private volatile @Nullable Input input;
  private volatile long usedAt = System.nanoTime();

  /** A connection that belongs to no pool. */
  public ClientConnection() {
    this(null);
  }

  /**
   * @param entry its place in the pool
   */
  ClientConnection(@Nullable PoolEntry<HttpHost, ClientConnection> entry) {
    // the header parser takes only the maximum line length from the first argument
    super(
        BOUNDED, null, null, null, OF_ENTITY, null, new DefaultHttpResponseParserFactory(BOUNDED));
    this.entry = entry;
  }

  /** The hop to which it is connected. */
  NextHop nextHop() {
    return nextHop;
  }

  void nextHop(NextHop nextHop) {
    this.nextHop = nextHop;
  }

  PoolEntry<HttpHost, ClientConnection> entry() {
    return Objects.requireNonNull(entry);
  }

  /** Writes the whole request. */
  public void send(ClassicHttpRequest request) throws IOException, HttpException {
    sendRequestHeader(request);
    sendRequestEntity(request);
    flush();
  }

  /** Waits for the head of the final response, whose body is then to be read. */
  public ClassicHttpResponse receive(ClassicHttpRequest request) throws IOException, HttpException {
    ClassicHttpResponse response;
    do {
      response = receiveResponseHeader();
    } while (response.getCode() < 200);
    if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
      receiveResponseEntity(response);
    }
    return response;
  }

  @Override
  public void bind(Socket socket) throws IOException {
    super.bind(new Holder(socket));
    refuseWhenClosed(socket);
  }

  @Override
  public void bind(SSLSocket sslSocket, Socket socket) throws IOException {
    super.bind(new Holder(sslSocket, socket));
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

  boolean isClosed() {
    return closed;
  }

  @Nullable Socket getSocket() {
    SocketHolder holder = getSocketHolder();
    return holder == null ? null : holder.getSocket();
  }

  /**
   * Whether it must not be reused: it is closed, or has unsolicited data to read (RFC 9112, 9.2),
   * such as a second response, which would be taken for the response to the next request. Takes two
   * microseconds at most, and less right after the last response.
   */
  @Override
  public boolean isStale() throws IOException {
    SocketHolder holder = getSocketHolder();
    Input from = input;
    if (holder == null || from == null) {
      return true;
    }
    return isBuffered(from) || isDecrypted(holder, from) || isReadable(holder.getBaseSocket());
  }

  /** Whether the server has closed it; waits a moment and consumes nothing. */
  public boolean hasEnded() throws IOException {
    return super.isStale();
  }

  /** The library offers no other way to check that. */
  private boolean isBuffered(Input from) throws IOException {
    from.silent = true;
    try {
      return isDataAvailable(MIN_TIMEOUT);
    } finally {
      from.silent = false;
    }
  }

  private static boolean isDecrypted(SocketHolder holder, Input from) throws IOException {
    return holder.getSSLSocket() != null && from.wrapped().available() > 0;
  }

  /** Whether a read would return at once: with data or with the end of the stream. */
  private boolean isReadable(Socket socket) throws IOException {
    if (System.nanoTime() - usedAt < JUST_USED_NANOS) {
      return socket.getInputStream().available() > 0;
    }
    SocketChannel channel = socket.getChannel();
    if (channel == null) {
      return hasEnded() || isDataAvailable(MIN_TIMEOUT);
    }
    channel.configureBlocking(false);
    try {
      return channel.read(ByteBuffer.allocate(1)) != 0;
    } finally {
      channel.configureBlocking(true);
    }
  }

  /** Called before it returns to the pool. */
  void idle() {
    setSocketTimeout(Timeout.ZERO_MILLISECONDS);
    usedAt = System.nanoTime();
  }

  private final class Holder extends SocketHolder {

    Holder(Socket socket) {
      super(socket);
    }

    Holder(SSLSocket sslSocket, Socket socket) {
      super(sslSocket, socket);
    }

    @Override
    protected InputStream getInputStream(Socket socket) throws IOException {
      Input from = new Input(super.getInputStream(socket));
      input = from;
      return from;
    }
  }

  /** Reads from the socket, unless reading is switched off for a moment. */
  private static final class Input extends FilterInputStream {

    private static final SocketTimeoutException NOTHING =
        new SocketTimeoutException("nothing is read now") {
          private static final long serialVersionUID = 1;

          @Override
          public synchronized Throwable fillInStackTrace() {
            return this;
          }
        };

    private boolean silent;

    Input(InputStream in) {
      super(in);
    }

    InputStream wrapped() {
      return in;
    }

    @Override
    public int read() throws IOException {
      if (silent) {
        throw NOTHING;
      }
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (silent) {
        throw NOTHING;
      }
      return in.read(buffer, offset, length);
    }
  }
}
