package io.mcpbridge.client;

import io.mcpbridge.error.McpException;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds a client's single connection. One caller opens it on first use or after a loss; the others
 * wait within their own deadlines.
 */
final class Connector {

  private final Function<Deadline, Connection> open;
  private final AtomicReference<@Nullable ConnectAttempt> underWay = new AtomicReference<>();
  private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();

  Connector(Function<Deadline, Connection> open) {
    this.open = open;
  }

  Connection connection(Deadline deadline) {
    Connection connection = ifConnected();
    while (connection == null) {
      ConnectAttempt own = new ConnectAttempt();
      ConnectAttempt other = underWay.compareAndExchange(null, own);
      if (other == null) {
        return connect(own, deadline);
      }
      other.await(deadline);
      connection = ifConnected();
    }
    return connection;
  }

  @Nullable Connection ifConnected() {
    Connection connection = current.get();
    return connection != null && connection.channel().isOpen() ? connection : null;
  }

  private Connection connect(ConnectAttempt attempt, Deadline deadline) {
    Connection ended = null;
    try {
      Connection connection = ifConnected(); // opened by an attempt that has just ended
      if (connection != null) {
        return connection;
      }
      Connection opened = open.apply(deadline);
      ended = current.getAndSet(opened);
      return opened;
    } catch (McpException e) {
      attempt.failed(e, deadline);
      throw e;
    } finally {
      underWay.set(null);
      attempt.end();
      if (ended != null) {
        ended.retire(); // a lost session can still deliver responses to calls in flight
      }
    }
  }

  /** Gives up a connection; calls in flight on it may complete. */
  void retire(@Nullable Connection connection) {
    if (connection != null && current.compareAndSet(connection, null)) {
      connection.retire();
    }
  }

  /** Call it only once no further attempt can succeed. */
  void close() {
    awaitAttempt();
    Connection connection = current.getAndSet(null);
    if (connection != null) {
      connection.close();
    }
  }

  private void awaitAttempt() {
    ConnectAttempt attempt = underWay.get();
    if (attempt != null) {
      attempt.await();
    }
  }
}
