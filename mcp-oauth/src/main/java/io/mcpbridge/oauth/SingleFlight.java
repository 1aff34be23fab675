package io.mcpbridge.oauth;

import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one operation at a time that waits for the network or a user, on a thread of its own:
 * callers wait until their deadline at most, and the operation goes on without them.
 */
final class SingleFlight {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final ExecutorService threads;
  private final Duration waitContext;
  private final AtomicReference<@Nullable Flight<?>> underWay = new AtomicReference<>();

  /** An operation, and its result for the caller that started it. */
  private static final class Flight<T> extends CompletableFuture<T> {
    private final String what;
    private @Nullable Thread worker;
    private boolean givenUp;

    Flight(String what) {
      this.what = what;
    }

    /** Cancels it: interrupts its thread, now or when it starts. */
    synchronized void giveUp() {
      givenUp = true;
      if (worker != null) {
        worker.interrupt();
      }
    }

    synchronized void workedOnHere() {
      worker = Thread.currentThread();
      if (givenUp) {
        worker.interrupt();
      }
    }

    synchronized void workedOnNoMore() {
      worker = null;
    }

    /** The failure, if a server was away that other callers need as well. */
    @Nullable McpUnavailableException trouble() {
      Throwable why = isCompletedExceptionally() ? handle((result, e) -> e).join() : null;
      return why instanceof McpUnavailableException away ? away : null;
    }
  }

  /**
   * @param waitContext how long to wait for an operation that another caller started
   */
  SingleFlight(ExecutorService threads, Duration waitContext) {
    this.threads = threads;
    this.waitContext = waitContext;
  }

  /**
   * Waits for the operation in flight, then for the one started here. If a server is away, each
   * caller finds that out once: a caller that waited for an attempt that started after it arrived
   * gets the failure of that attempt.
   *
   * @param what what is waited for, in messages, and by which other callers
   * @param begin called on this thread when the operation may start; returns the work for another
   *     thread
   * @throws OAuthException if other operations take too long
   * @throws io.mcpbridge.error.McpException if the caller's deadline has passed
   */
  <T> T run(WaitContext caller, String what, Supplier<Supplier<T>> begin) {
    return run(caller, what, begin, tooLate -> tooLate);
  }

  /**
   * @param tooLate the exception to throw if the caller's deadline passes while the operation goes
   *     on
   */
  <T> T run(
      WaitContext caller,
      String what,
      Supplier<Supplier<T>> begin,
      Function<McpTimeoutException, McpException> tooLate) {
    WaitContext waiting =
        (work, atMost, awaited) -> {
          try {
            return caller.await(work, atMost, awaited);
          } catch (McpTimeoutException e) {
            throw work.isDone() ? e : tooLate.apply(e); // else the operation was done in time
          }
        };
    Flight<T> flight = new Flight<>(what);
    awaitTurn(flight, waiting, what);
    begin(flight, begin);
    waiting.await(flight, FOR_EVER, what);
    return result(flight);
  }

  /**
   * Runs mandatory work when it may start; it goes on if the waiting caller is interrupted.
   *
   * @param what what is waited for, in messages
   */
  <T> T insist(String what, Supplier<T> work) {
    Flight<T> flight = new Flight<>(what);
    threads.execute(
        () -> {
          Flight<?> other;
          while ((other = underWay.compareAndExchange(null, flight)) != null) {
            other.handle((result, failure) -> true).join(); // ignores interrupts
          }
          finish(flight, work);
        });
    WaitContext.endless().await(flight, FOR_EVER, what);
    return result(flight);
  }

  /** Starts the work unless another operation is in flight, and does not wait. */
  void beginIfFree(String what, Supplier<Boolean> work) {
    Flight<Boolean> flight = new Flight<>(what);
    if (underWay.compareAndSet(null, flight)) {
      begin(flight, () -> work);
    }
  }

  private void awaitTurn(Flight<?> mine, WaitContext caller, String what) {
    long end = System.nanoTime() + waitContext.toNanos();
    Flight<?> first = null;
    Flight<?> other;
    while ((other = underWay.compareAndExchange(null, mine)) != null) {
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      if (!caller.await(other, left, what)) {
        throw new OAuthException(
            "another request has been waiting for " + what + " for longer than " + waitContext);
      }
      first = first == null ? other : first; // which may have started before this caller arrived
      McpUnavailableException trouble = other.trouble();
      if (other != first && trouble != null && other.what.equals(what)) {
        throw trouble.again();
      }
    }
  }

  private <T> void begin(Flight<T> flight, Supplier<Supplier<T>> begin) {
    boolean begun = false;
    try {
      Supplier<T> work = begin.get();
      threads.execute(() -> finish(flight, work));
      begun = true;
    } finally {
      if (!begun) {
        underWay.compareAndSet(flight, null);
        flight.cancel(false);
      }
    }
  }

  private <T> void finish(Flight<T> flight, Supplier<T> work) {
    Runnable end;
    flight.workedOnHere(); // also if canceled: what was prepared has to be released
    try {
      T result = work.get();
      end = () -> flight.complete(result);
    } catch (Throwable e) {
      log(flight, e);
      end = () -> flight.completeExceptionally(e);
    } finally {
      flight.workedOnNoMore();
    }
    underWay.compareAndSet(flight, null); // before the waiting callers look again
    end.run();
  }

  /**
   * The caller may be gone. Foreign exceptions are logged by type: their messages may hold secrets.
   */
  private static void log(Flight<?> flight, Throwable e) {
    if (e instanceof McpException known) {
      log.debug("There is nothing of {}: {}", flight.what, known.reason());
    } else {
      log.warn("There is nothing of {}: {}", flight.what, e.getClass().getName());
    }
  }

  private static <T> T result(Flight<T> flight) {
    try {
      return flight.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OAuthException failure) {
        throw failure.again(); // with the stack trace of this thread
      } else if (e.getCause() instanceof McpUnavailableException failure) {
        throw failure.again();
      } else if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      } else if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Cancels the operation in flight, if there is one. */
  void giveUp(String why) {
    Flight<?> flight = underWay.getAndSet(null);
    if (flight != null) {
      flight.completeExceptionally(new OAuthException(why));
      flight.giveUp();
    }
  }
}
