package io.mcpbridge.internal.http.connection;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.LaxConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one server, on top of the library's pool. The number of connections is
 * unbounded; permits limit only requests, because a notification or a response to the server must
 * get through even when every request waits for it. Without a bound the library's lock-free pool
 * can be used: on the lock of the strict one, a thousand callers on few cores wait for seconds.
 */
public final class ConnectionPool {

  /** The setting for TCP connect and TLS handshake, in messages. */
  public static final String CONNECT_TIMEOUT = "connect-timeout";

  /** The name of the threads that close idle connections, which may take a moment. */
  static final String EVICTOR = "mcp-http-idle";

  /** Upper bound of the interval between two sweeps of idle connections. */
  private static final Duration MAX_SWEEP_INTERVAL = Duration.ofSeconds(30);

  private static final Duration MIN_SWEEP_INTERVAL = Duration.ofSeconds(1);

  private final Endpoint endpoint;
  private final @Nullable NextHop nextHop;
  private final Duration connectTimeout;
  private final int maxRequests;
  private final Semaphore requests;
  private final SocketConnector connector;
  private final LaxConnPool<HttpHost, ClientConnection> connections =
      new LaxConnPool<>(Integer.MAX_VALUE);
  private volatile @Nullable Future<?> sweep;
  private volatile boolean closed;

  /**
   * @param nextHop {@code null} for a proxy of the JVM's settings, or none
   * @param sslContext trust and key material; {@code null} for the JVM's
   */
  public ConnectionPool(
      Endpoint endpoint,
      @Nullable NextHop nextHop,
      Duration connectTimeout,
      int maxRequests,
      @Nullable SSLContext sslContext) {
    this.endpoint = endpoint;
    this.nextHop = nextHop;
    this.connectTimeout = connectTimeout;
    this.maxRequests = maxRequests;
    this.requests = new Semaphore(maxRequests);
    this.connector = new SocketConnector(sslContext);
    OpenConnections.opened(this);
  }

  /** The server's address, without credentials. */
  String address() {
    return endpoint.address();
  }

  public Duration connectTimeout() {
    return connectTimeout;
  }

  /** Acquires a request permit; {@link #requestDone()} releases it. */
  public void awaitPermit(String subject, Deadline deadline) {
    try {
      if (requests.tryAcquire(Math.max(deadline.remainingNanos(), 0), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(
          "interrupted before " + subject + " was sent to " + endpoint.address(), e);
    }
    throw new McpTimeoutException(
        subject
            + " was not sent to "
            + endpoint.address()
            + " within "
            + deadline.described()
            + ": "
            + maxRequests
            + " requests are in flight already (setting maxConnections)");
  }

  public void requestDone() {
    requests.release();
  }

  /** Leases a connection: a pooled one, or a new one that is not open yet. */
  public ClientConnection lease(Endpoint target) throws IOException {
    PoolEntry<HttpHost, ClientConnection> entry = leaseEntry(target);
    ClientConnection pooled = entry.getConnection();
    if (pooled != null && !isStale(pooled)) {
      return pooled;
    }
    entry.discardConnection(CloseMode.IMMEDIATE);
    ClientConnection connection = new ClientConnection(entry);
    entry.assignConnection(connection);
    return connection;
  }

  private PoolEntry<HttpHost, ClientConnection> leaseEntry(Endpoint target) throws IOException {
    try {
      return connections.lease(target.host(), null).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException("no connection from the pool", e);
    }
  }

  private static boolean isStale(ClientConnection connection) {
    try {
      return connection.isStale();
    } catch (IOException unusable) {
      return true;
    }
  }

  public void connect(ClientConnection connection, Endpoint target, Deadline deadline)
      throws IOException, HttpException {
    long millis =
        Math.min(
            connectTimeout.toMillis(),
            TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1);
    NextHop hop = nextHop == null ? HttpProxy.ofJvm(target) : nextHop;
    connection.nextHop(hop == null ? NextHop.DIRECT : hop);
    connection.nextHop().connect(connector, connection, target, Timeout.ofMilliseconds(millis));
  }

  /** Sets the request's target as the first hop of the connection expects it. */
  public void address(ClientConnection connection, ClassicHttpRequest request, Endpoint target) {
    connection.nextHop().address(request, target);
  }

  /**
   * Returns a reusable connection. The library's pool may miss one that is returned while the pool
   * closes, so this checks again.
   */
  public void giveBack(ClientConnection connection, TimeValue keepAlive) {
    boolean reusable = connection.isOpen() && connection.isConsistent();
    if (reusable) {
      connection.entry().updateExpiry(keepAlive);
      connection.idle();
    }
    connections.release(connection.entry(), reusable);
    if (closed) {
      connection.close(CloseMode.IMMEDIATE);
    } else if (sweep == null) {
      planSweep(keepAlive.toDuration());
    }
  }

  /** Servers close idle connections; without the sweep those sockets would stay half-closed. */
  private synchronized void planSweep(Duration keepAlive) {
    if (sweep == null && !closed) {
      Duration delay = keepAlive.compareTo(MAX_SWEEP_INTERVAL) < 0 ? keepAlive : MAX_SWEEP_INTERVAL;
      Duration after = delay.compareTo(MIN_SWEEP_INTERVAL) < 0 ? MIN_SWEEP_INTERVAL : delay;
      sweep = Timer.scheduleOnThread(after, EVICTOR, () -> sweep(after));
    }
  }

  private void sweep(Duration next) {
    cancelSweep();
    connections.closeExpired();
    if (connections.getTotalStats().getAvailable() > 0) {
      planSweep(next);
    }
  }

  private synchronized void cancelSweep() {
    if (sweep != null) {
      sweep.cancel(false);
      sweep = null;
    }
  }

  /** Returns a connection that must not be reused. */
  public void discard(ClientConnection connection) {
    connection.close(closed ? CloseMode.IMMEDIATE : CloseMode.GRACEFUL);
    connections.release(connection.entry(), false);
  }

  public void close() {
    closed = true;
    cancelSweep();
    connections.close(CloseMode.IMMEDIATE);
    OpenConnections.closed(this);
  }
}
