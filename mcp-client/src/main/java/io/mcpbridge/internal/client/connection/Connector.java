package io.mcpbridge.internal.client.connection;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.SingleFlight;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds a client's single connection. One caller opens it on first use or after a loss; the others
 * wait within their own deadlines.
 */
public final class Connector {

  private static final String KEY = "connection";

  private final Function<Deadline, Connection> open;
  private final SingleFlight<String, Boolean> attempts = new SingleFlight<>();
  private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();

  public Connector(Function<Deadline, Connection> open) {
    this.open = open;
  }

  public Connection connection(Deadline deadline) {
    Connection connection = ifConnected();
    while (connection == null) {
      SingleFlight<String, Boolean>.Flight flight = attempts.newFlight(KEY);
      SingleFlight<String, Boolean>.Flight existing = flight.begin();
      if (existing == null) {
        return connect(flight, deadline);
      }
      await(existing, deadline);
      connection = ifConnected();
    }
    return connection;
  }

  public @Nullable Connection ifConnected() {
    Connection connection = current.get();
    return connection != null && connection.channel().isOpen() ? connection : null;
  }

  private Connection connect(SingleFlight<String, Boolean>.Flight attempt, Deadline deadline) {
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
      if (failsAll(e, deadline)) {
        attempt.fail(e);
      }
      throw e;
    } finally {
      attempt.end(true); // callers without a connection make their own attempt
      if (ended != null) {
        ended.retire(); // a lost session can still deliver responses to calls in flight
      }
    }
  }

  /**
   * Whether a failed attempt fails all waiting callers: an unreachable server does, since each
   * would find out the same one after the other. A rejection may concern only the caller's
   * credentials, as its deadline and cancellation do.
   */
  private static boolean failsAll(McpException failure, Deadline deadline) {
    boolean unreachable =
        failure instanceof McpConnectException
            || failure instanceof McpConnectionLostException
            || failure instanceof McpTimeoutException;
    return unreachable && !deadline.hasPassed();
  }

  /** Waits for the end of another caller's attempt. */
  private static void await(CompletableFuture<Boolean> attempt, Deadline deadline) {
    CompletableFuture<Boolean> withdrawn = new CompletableFuture<>();
    Runnable withdraw = () -> withdrawn.complete(true);
    deadline.cancelCheck().addListener(withdraw);
    try {
      CompletableFuture.anyOf(attempt, withdrawn)
          .get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpException failure
          ? failure.copyForCaller()
          : new IllegalStateException("an attempt fails with nothing else", e);
    } catch (TimeoutException e) {
      throw new McpTimeoutException(
          "another attempt to connect did not finish within " + deadline.described());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted while waiting for the connection", e);
    } finally {
      deadline.cancelCheck().removeListener(withdraw);
    }
    if (withdrawn.isDone() && !attempt.isDone()) {
      throw new McpCancelledException("cancelled while waiting for the connection");
    }
  }

  /** Gives up a connection; calls in flight on it may complete. */
  public void retire(@Nullable Connection connection) {
    if (connection != null && current.compareAndSet(connection, null)) {
      connection.retire();
    }
  }

  /** Call it only once no further attempt can succeed. */
  public void close() {
    SingleFlight<String, Boolean>.Flight attempt = attempts.current(KEY);
    if (attempt != null) {
      attempt.handle((ended, failure) -> true).join();
    }
    Connection connection = current.getAndSet(null);
    if (connection != null) {
      connection.close();
    }
  }
}
