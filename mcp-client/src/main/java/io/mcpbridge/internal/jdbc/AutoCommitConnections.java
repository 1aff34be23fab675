package io.mcpbridge.internal.jdbc;

import io.mcpbridge.internal.concurrent.DaemonThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/**
 * Connections that commit each statement on their own, independently of the calling thread's
 * transaction: a rollback of the application must not restore a used refresh token.
 */
final class AutoCommitConnections {

  private final DataSource database;

  AutoCommitConnections(DataSource database) {
    this.database = database;
  }

  /** Work with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  /** The database has no connection for the store. */
  static final class NoConnectionException extends SQLException {

    private static final long serialVersionUID = 1L;

    NoConnectionException(Exception cause) {
      super(cause);
    }
  }

  private Connection connection() throws NoConnectionException {
    try {
      return database.getConnection();
    } catch (SQLException | RuntimeException e) { // a closed pool may throw either
      throw new NoConnectionException(e);
    }
  }

  /**
   * A connection without auto-commit may belong to the calling thread's transaction (a
   * transaction-aware or JTA {@code DataSource}), which only the application may commit. Another
   * thread has no transaction.
   */
  <T> T run(Work<T> work) throws SQLException {
    try (Connection connection = connection()) {
      if (connection.getAutoCommit()) {
        return work.with(connection);
      }
    }
    return onAnotherThread(() -> committing(work));
  }

  private <T> T committing(Work<T> work) throws SQLException {
    try (Connection connection = connection()) {
      if (!connection.getAutoCommit()) {
        connection.setAutoCommit(true);
      }
      return work.with(connection);
    }
  }

  /** Waits uninterruptibly, as any other statement does. */
  private static <T> T onAnotherThread(Callable<T> work) throws SQLException {
    FutureTask<T> task = new FutureTask<>(work);
    DaemonThreads.named("mcp-table", task).start();
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
