package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the one connection of a client: opened on first need, by one caller while the others wait
 * within their own deadlines, and again after it was lost.
 */
final class Connector {

  private final Function<Deadline, Connection> open;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable Connection current;

  Connector(Function<Deadline, Connection> open) {
    this.open = open;
  }

  Connection connection(Deadline deadline) {
    Connection connection = current;
    return connection != null && connection.channel().isOpen() ? connection : connect(deadline);
  }

  @Nullable Connection ifConnected() {
    Connection connection = current;
    return connection != null && connection.channel().isOpen() ? connection : null;
  }

  private Connection connect(Deadline deadline) {
    lock(deadline);
    try {
      Connection connection = current;
      if (connection != null) {
        if (connection.channel().isOpen()) {
          return connection;
        }
        connection.channel().close();
      }
      Connection opened = open.apply(deadline);
      current = opened;
      return opened;
    } finally {
      opening.unlock();
    }
  }

  /** Gives up a connection that no longer serves, unless another one took its place already. */
  void discard(Connection lost) {
    opening.lock();
    try {
      if (current == lost) {
        current = null;
      }
    } finally {
      opening.unlock();
    }
    lost.channel().close();
  }

  void close() {
    opening.lock();
    try {
      Connection connection = current;
      current = null;
      if (connection != null) {
        connection.channel().close();
      }
    } finally {
      opening.unlock();
    }
  }

  private void lock(Deadline deadline) {
    try {
      if (!opening.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
        throw new McpTimeoutException(
            "somebody else's attempt to connect was not over within " + deadline.described());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted while waiting for the connection", e);
    }
  }
}
