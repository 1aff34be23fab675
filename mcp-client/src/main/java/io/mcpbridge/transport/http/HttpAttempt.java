package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request on one connection. Used by one thread, except {@link #breakOff}, which any
 * thread may call: a single step from {@link State#OPEN} decides whether the connection goes back
 * to the pool or is closed, so it can never be closed under its next user.
 */
final class HttpAttempt {

  /** How it stands; everything but the first is final. */
  enum State {
    OPEN,
    RELEASED,
    TIMED_OUT,
    INTERRUPTED,
    ABANDONED,
    CLOSED
  }

  /** Something that blocks on the connection. */
  interface Blocking<T> {
    T run() throws IOException, HttpException;
  }

  /** How long the end of a stream may come after the response, before the connection is closed. */
  private static final Timeout END_GRACE = Timeout.ofMilliseconds(5);

  private static final int LEFTOVER_LIMIT = 65_536;

  private final ConnectionPool pool;
  private final HttpErrors errors;
  private final ClassicHttpRequest request;
  private final Set<HttpAttempt> live;
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private volatile @Nullable ConnectionEndpoint lease;
  private @Nullable Connection connection;
  private @Nullable TimeValue keepAlive;
  private boolean reusable;
  private Body body = Body.NONE;

  /**
   * @param live where this attempt is listed while it holds a connection
   */
  HttpAttempt(
      ConnectionPool pool, HttpErrors errors, ClassicHttpRequest request, Set<HttpAttempt> live) {
    this.pool = pool;
    this.errors = errors;
    this.request = request;
    this.live = live;
    live.add(this);
  }

  /** Connects if need be and writes the whole request. */
  void send(Deadline deadline) {
    run(
        deadline,
        () -> {
          ConnectionEndpoint leased = pool.lease();
          lease = leased;
          // whoever broke it off before this line did not see the lease
          requireOpen(deadline);
          if (!leased.isConnected()) {
            pool.connect(leased, deadline);
          }
          return leased.execute(null, request, (r, c, x) -> write((Connection) c), CONTEXT);
        });
  }

  private @Nullable ClassicHttpResponse write(Connection to) throws IOException, HttpException {
    connection = to;
    to.sendRequestHeader(request);
    to.sendRequestEntity(request);
    to.flush();
    return null;
  }
}
