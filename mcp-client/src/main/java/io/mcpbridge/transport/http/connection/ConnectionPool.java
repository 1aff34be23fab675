package io.mcpbridge.transport.http.connection;

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
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
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

  /** Never reached, since the pool is unbounded. */
  private static final Timeout LEASE_TIMEOUT = Timeout.ofMinutes(1);

  /** Upper bound of the interval between two sweeps of idle connections. */
  private static final Duration MAX_SWEEP_INTERVAL = Duration.ofSeconds(30);

  private static final Duration MIN_SWEEP_INTERVAL = Duration.ofSeconds(1);

  /**
   * Keep-alive probes detect a vanished peer after two minutes, even on a stream without a read
   * timeout; the library skips options that the system does not support.
   */
  private static final SocketConfig SOCKETS =
      SocketConfig.custom()
          .setTcpNoDelay(true)
          .setSoKeepAlive(true)
          .setTcpKeepIdle(60)
          .setTcpKeepInterval(15)
          .setTcpKeepCount(4)
          .build();

  private final Endpoint endpoint;
  private final NextHop nextHop;
  private final Duration connectTimeout;
  private final int maxRequests;
  private final Semaphore requests;
  private final PoolingHttpClientConnectionManager connections;
  private volatile @Nullable Future<?> sweep;
  private volatile boolean closed;

  /**
   * @param secure whether any of the connections is for https
   */
  public ConnectionPool(
      Endpoint endpoint,
      NextHop nextHop,
      boolean secure,
      Duration connectTimeout,
      int maxRequests,
      @Nullable SSLContext sslContext) {
    this.endpoint = endpoint;
    this.nextHop = nextHop;
    this.connectTimeout = connectTimeout;
    this.maxRequests = maxRequests;
    this.requests = new Semaphore(maxRequests);
    var builder =
        new ChannelSocketFactory(nextHop.route(endpoint))
            .setConnectionFactory(socket -> new PooledConnection())
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setMaxConnTotal(Integer.MAX_VALUE)
            .setMaxConnPerRoute(Integer.MAX_VALUE)
            .setDefaultSocketConfig(SOCKETS)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS) // each time
                    .build());
    builder.setTlsSocketStrategy(tls(secure, sslContext));
    this.connections = builder.build();
    OpenConnections.opened(this);
  }

  /**
   * By default the library creates a strategy, which reads every certificate that this JVM trusts.
   */
  private static TlsSocketStrategy tls(boolean secure, @Nullable SSLContext sslContext) {
    if (!secure) {
      return (socket, host, port, attachment, context) -> {
        throw new SSLException("TLS for a plain connection");
      };
    }
    return sslContext == null
        ? DefaultClientTlsStrategy.createSystemDefault()
        : new DefaultClientTlsStrategy(sslContext);
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
            + " requests are in flight already (setting max-connections)");
  }

  public void requestDone() {
    requests.release();
  }

  /** Leases a connection: a new, unconnected one or a pooled one. */
  public ConnectionEndpoint lease(Endpoint to) throws IOException {
    try {
      return connections.lease(null, nextHop.route(to), LEASE_TIMEOUT, null).get(LEASE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no connection from the pool", e);
    }
  }

  public void connect(ConnectionEndpoint lease, Endpoint to, Deadline deadline)
      throws IOException, HttpException {
    long millis =
        Math.min(
            connectTimeout.toMillis(),
            TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1);
    nextHop.connect(connections, lease, to, Timeout.ofMilliseconds(millis));
  }

  /** Sets the request's target as the first hop of the connection expects it. */
  public void address(ClassicHttpRequest request, Endpoint to) {
    nextHop.address(request, to);
  }

  /**
   * Returns a reusable connection. The library's pool may miss one that is returned while the pool
   * closes, so this checks again.
   */
  public void giveBack(ConnectionEndpoint lease, PooledConnection connection, TimeValue keepAlive) {
    connections.release(lease, null, keepAlive);
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
  public void discard(ConnectionEndpoint lease) {
    if (closed) {
      lease.close(CloseMode.IMMEDIATE);
    }
    connections.release(lease, null, null);
  }

  public void close() {
    closed = true;
    cancelSweep();
    connections.close(CloseMode.IMMEDIATE);
    OpenConnections.closed(this);
  }
}
