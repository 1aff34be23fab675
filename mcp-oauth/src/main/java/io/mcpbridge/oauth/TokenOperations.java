package io.mcpbridge.oauth;

import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.SingleFlight;
import io.mcpbridge.oauth.core.OAuthException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one operation at a time that waits for the network or a user, on a thread of its own:
 * callers wait until their deadline at most, and the operation goes on without them.
 */
final class TokenOperations {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);
  private static final String KEY = "token";
  private static final Duration UNLIMITED = Duration.ofDays(36_500);

  private final ExecutorService threads;
  private final Duration maxWait;
  private final SingleFlight<String, Object> flights = new SingleFlight<>();

  /**
   * @param maxWait how long to wait for an operation that another caller started
   */
  TokenOperations(ExecutorService threads, Duration maxWait) {
    this.threads = threads;
    this.maxWait = maxWait;
  }

  /**
   * Waits for the operation in flight, then for the one started here. If a server is away, each
   * caller finds that out once: a caller that waited for an attempt that started after it arrived
   * gets the failure of that attempt.
   *
   * @param description what is waited for, in messages, and by which other callers
   * @param begin called on this thread when the operation may start; returns the work for another
   *     thread
   * @throws OAuthException if other operations take too long
   * @throws io.mcpbridge.error.McpException if the caller's deadline has passed
   */
  <T> T run(WaitContext caller, String description, Supplier<Supplier<T>> begin) {
    return run(caller, description, begin, timeout -> timeout);
  }

  /**
   * @param onTimeout the exception to throw if the caller's deadline passes while the operation
   *     goes on
   */
  <T> T run(
      WaitContext caller,
      String description,
      Supplier<Supplier<T>> begin,
      Function<McpTimeoutException, McpException> onTimeout) {
    WaitContext waiting =
        (work, atMost, awaited) -> {
          try {
            return caller.await(work, atMost, awaited);
          } catch (McpTimeoutException e) {
            throw work.isDone() ? e : onTimeout.apply(e); // else the operation was done in time
          }
        };
    SingleFlight<String, Object>.Flight flight = flights.newFlight(KEY, description);
    awaitTurn(flight, waiting, description);
    begin(flight, begin);
    waiting.await(flight, UNLIMITED, description);
    return result(flight);
  }

  /**
   * Runs mandatory work when it may start; it goes on if the waiting caller is interrupted.
   *
   * @param description what is waited for, in messages
   */
  <T> T runMandatory(String description, Supplier<T> work) {
    SingleFlight<String, Object>.Flight flight = flights.newFlight(KEY, description);
    threads.execute(
        () -> {
          SingleFlight<String, Object>.Flight current;
          while ((current = flight.begin()) != null) {
            current.handle((result, failure) -> true).join(); // ignores interrupts
          }
          run(flight, work);
        });
    WaitContext.endless().await(flight, UNLIMITED, description);
    return result(flight);
  }

  /** Starts the work unless another operation is in flight, and does not wait. */
  void startIfIdle(String description, Supplier<Boolean> work) {
    SingleFlight<String, Object>.Flight flight = flights.newFlight(KEY, description);
    if (flight.begin() == null) {
      begin(flight, () -> work);
    }
  }

  private void awaitTurn(
      SingleFlight<String, Object>.Flight flight, WaitContext caller, String description) {
    long end = System.nanoTime() + maxWait.toNanos();
    SingleFlight<String, Object>.Flight first = null;
    SingleFlight<String, Object>.Flight current;
    while ((current = flight.begin()) != null) {
      Duration remaining = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      if (!caller.await(current, remaining, description)) {
        throw new OAuthException(
            "another request has been waiting for " + description + " for longer than " + maxWait);
      }
      first = first == null ? current : first; // which may have started before this caller arrived
      McpUnavailableException failure = unavailability(current);
      if (current != first && failure != null && current.description().equals(description)) {
        throw failure.copyForCaller();
      }
    }
  }

  /** The failure, if a server was away that other callers need as well. */
  private static @Nullable McpUnavailableException unavailability(CompletableFuture<?> completed) {
    Throwable failure =
        completed.isCompletedExceptionally() ? completed.handle((result, e) -> e).join() : null;
    return failure instanceof McpUnavailableException unavailable ? unavailable : null;
  }

  private <T> void begin(SingleFlight<String, Object>.Flight flight, Supplier<Supplier<T>> begin) {
    boolean begun = false;
    try {
      Supplier<T> work = begin.get();
      threads.execute(() -> run(flight, work));
      begun = true;
    } finally {
      if (!begun) {
        flight.fail(new CancellationException());
      }
    }
  }

  /** Also if the flight was aborted: what was prepared has to be released. */
  private static void run(SingleFlight<String, Object>.Flight flight, Supplier<?> work) {
    flight.run(
        () -> {
          try {
            return work.get();
          } catch (Throwable e) {
            log(flight.description(), e);
            throw e;
          }
        });
  }

  /**
   * The caller may be gone. Foreign exceptions are logged by type: their messages may hold secrets.
   */
  private static void log(String description, Throwable e) {
    if (e instanceof McpException mcpException) {
      log.debug("Failed to obtain {}: {}", description, mcpException.reason());
    } else {
      log.warn("Failed to obtain {}: {}", description, e.getClass().getName());
    }
  }

  @SuppressWarnings("unchecked") // the flight ran the caller's own work
  private static <T> T result(CompletableFuture<Object> flight) {
    try {
      return (T) flight.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OAuthException failure) {
        throw failure.copyForCaller(); // with the stack trace of this thread
      } else if (e.getCause() instanceof McpUnavailableException failure) {
        throw failure.copyForCaller();
      } else if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      } else if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Cancels the operation in flight, if there is one. */
  void cancel(String reason) {
    SingleFlight<String, Object>.Flight flight = flights.current(KEY);
    if (flight != null) {
      flight.abort(new OAuthException(reason));
    }
  }
}
