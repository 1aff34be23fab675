package io.mcpbridge.oauth;

import io.mcpbridge.thread.DaemonThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/**
 * Connections that commit each statement by itself, whatever the calling thread is in the middle
 * of: a refresh token that was used up must not come back because an application takes something
 * else back.
 */
final class OwnConnections {

  private final DataSource database;

  OwnConnections(DataSource database) {
    this.database = database;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  /**
   * A connection that does not commit by itself may be the one of a transaction that the calling
   * thread is in the middle of (a transaction-aware or JTA {@code DataSource}), which is not ours
   * to commit. Another thread is in none.
   */
  <T> T run(Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      if (connection.getAutoCommit()) {
        return work.with(connection);
      }
    }
    return onAnotherThread(() -> committing(work));
  }

  private <T> T committing(Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      if (!connection.getAutoCommit()) {
        connection.setAutoCommit(true);
      }
      return work.with(connection);
    }
  }

  /** Waits for it as for any other statement, which cannot be interrupted either. */
  private static <T> T onAnotherThread(Callable<T> work) throws SQLException {
    FutureTask<T> task = new FutureTask<>(work);
    DaemonThreads.named("mcp-oauth-table", task).start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof SQLException failure) {
            throw failure;
          }
          throw new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
