package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
  private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();

  Connector(Function<Deadline, Connection> open) {
    this.open = open;
  }

  Connection connection(Deadline deadline) {
    Connection connection = ifConnected();
    return connection == null ? connect(deadline) : connection;
  }

  @Nullable Connection ifConnected() {
    Connection connection = current.get();
    return connection != null && connection.channel().isOpen() ? connection : null;
  }

  /** The connection, once no attempt to connect is under way any more. */
  @Nullable Connection settled() {
    Connection connection = ifConnected();
    if (connection == null) {
      opening.lock();
      opening.unlock();
      connection = ifConnected();
    }
    return connection;
  }

  private Connection connect(Deadline deadline) {
    lock(deadline);
    try {
      Connection connection = ifConnected();
      if (connection != null) {
        return connection;
      }
      Connection opened = open.apply(deadline);
      Connection ended = current.getAndSet(opened);
      if (ended != null) {
        ended.channel().retire(); // a lost session still brings the answers of calls under way
      }
      return opened;
    } finally {
      opening.unlock();
    }
  }

  /** Gives up a connection; calls under way on it may come to their end. */
  void retire(@Nullable Connection connection) {
    if (connection != null && current.compareAndSet(connection, null)) {
      connection.channel().retire();
    }
  }

  void close() {
    opening.lock();
    try {
      Connection connection = current.getAndSet(null);
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
            "another attempt to connect was not over within " + deadline.described());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted while waiting for the connection", e);
    }
  }
}
