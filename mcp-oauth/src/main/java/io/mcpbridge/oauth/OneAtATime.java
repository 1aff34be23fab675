package io.mcpbridge.oauth;

import io.mcpbridge.auth.Patience;
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
final class OneAtATime {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final ExecutorService threads;
  private final Duration patience;
  private final AtomicReference<@Nullable Turn<?>> underWay = new AtomicReference<>();

  /** An operation, and its result for the caller that started it. */
  private static final class Turn<T> extends CompletableFuture<T> {
    private final String what;
    private @Nullable Thread worker;
    private boolean givenUp;

    Turn(String what) {
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
   * @param patience how long to wait for an operation that another caller started
   */
  OneAtATime(ExecutorService threads, Duration patience) {
    this.threads = threads;
    this.patience = patience;
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
  <T> T run(Patience caller, String what, Supplier<Supplier<T>> begin) {
    return run(caller, what, begin, tooLate -> tooLate);
  }

  /**
   * @param tooLate the exception to throw if the caller's deadline passes while the operation goes
   *     on
   */
  <T> T run(
      Patience caller,
      String what,
      Supplier<Supplier<T>> begin,
      Function<McpTimeoutException, McpException> tooLate) {
    Patience waiting =
        (work, atMost, awaited) -> {
          try {
            return caller.await(work, atMost, awaited);
          } catch (McpTimeoutException e) {
            throw work.isDone() ? e : tooLate.apply(e); // else the operation was done in time
          }
        };
    Turn<T> turn = new Turn<>(what);
    awaitTurn(turn, waiting, what);
    begin(turn, begin);
    waiting.await(turn, FOR_EVER, what);
    return result(turn);
  }

  /**
   * Runs mandatory work when it may start; it goes on if the waiting caller is interrupted.
   *
   * @param what what is waited for, in messages
   */
  <T> T insist(String what, Supplier<T> work) {
    Turn<T> turn = new Turn<>(what);
    threads.execute(
        () -> {
          Turn<?> other;
          while ((other = underWay.compareAndExchange(null, turn)) != null) {
            other.handle((result, failure) -> true).join(); // ignores interrupts
          }
          finish(turn, work);
        });
    Patience.endless().await(turn, FOR_EVER, what);
    return result(turn);
  }

  /** Starts the work unless another operation is in flight, and does not wait. */
  void beginIfFree(String what, Supplier<Boolean> work) {
    Turn<Boolean> turn = new Turn<>(what);
    if (underWay.compareAndSet(null, turn)) {
      begin(turn, () -> work);
    }
  }

  private void awaitTurn(Turn<?> mine, Patience caller, String what) {
    long end = System.nanoTime() + patience.toNanos();
    Turn<?> first = null;
    Turn<?> other;
    while ((other = underWay.compareAndExchange(null, mine)) != null) {
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      if (!caller.await(other, left, what)) {
        throw new OAuthException(
            "another request has been waiting for " + what + " for longer than " + patience);
      }
      first = first == null ? other : first; // which may have started before this caller arrived
      McpUnavailableException trouble = other.trouble();
      if (other != first && trouble != null && other.what.equals(what)) {
        throw trouble.again();
      }
    }
  }

  private <T> void begin(Turn<T> turn, Supplier<Supplier<T>> begin) {
    boolean begun = false;
    try {
      Supplier<T> work = begin.get();
      threads.execute(() -> finish(turn, work));
      begun = true;
    } finally {
      if (!begun) {
        underWay.compareAndSet(turn, null);
        turn.cancel(false);
      }
    }
  }

  private <T> void finish(Turn<T> turn, Supplier<T> work) {
    Runnable end;
    turn.workedOnHere(); // also if canceled: what was prepared has to be released
    try {
      T result = work.get();
      end = () -> turn.complete(result);
    } catch (Throwable e) {
      log(turn, e);
      end = () -> turn.completeExceptionally(e);
    } finally {
      turn.workedOnNoMore();
    }
    underWay.compareAndSet(turn, null); // before the waiting callers look again
    end.run();
  }

  /**
   * The caller may be gone. Foreign exceptions are logged by type: their messages may hold secrets.
   */
  private static void log(Turn<?> turn, Throwable e) {
    if (e instanceof McpException known) {
      log.debug("There is nothing of {}: {}", turn.what, known.reason());
    } else {
      log.warn("There is nothing of {}: {}", turn.what, e.getClass().getName());
    }
  }

  private static <T> T result(Turn<T> turn) {
    try {
      return turn.join();
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
    Turn<?> turn = underWay.getAndSet(null);
    if (turn != null) {
      turn.completeExceptionally(new OAuthException(why));
      turn.giveUp();
    }
  }
}
