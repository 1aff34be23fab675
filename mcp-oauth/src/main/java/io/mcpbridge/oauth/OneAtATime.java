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
 * Lets one thing at a time go on that takes a network or a person, on a thread of its own: whoever
 * wants it waits no longer than their request may take, and it goes on without them.
 */
final class OneAtATime {

  private static final Logger log = LoggerFactory.getLogger(OAuthCredentials.class);
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final ExecutorService threads;
  private final Duration patience;
  private final AtomicReference<@Nullable Turn<?>> underWay = new AtomicReference<>();

  /** What goes on, and what came of it for whoever began it. */
  private static final class Turn<T> extends CompletableFuture<T> {
    private final String what;
    private @Nullable Thread worker;
    private boolean givenUp;

    Turn(String what) {
      this.what = what;
    }

    /** Nobody wants it any more: its thread is interrupted, now or when it begins. */
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

    /** Whether it came to nothing because somebody is away whom others need as well. */
    @Nullable McpUnavailableException trouble() {
      Throwable why = isCompletedExceptionally() ? handle((result, e) -> e).join() : null;
      return why instanceof McpUnavailableException away ? away : null;
    }
  }

  /**
   * @param patience how long what others began is waited for
   */
  OneAtATime(ExecutorService threads, Duration patience) {
    this.threads = threads;
    this.patience = patience;
  }

  /**
   * Waits for what is under way, then for what is begun here. If somebody is away, each finds that
   * out once: who has waited for an attempt that began after they came takes what came of it.
   *
   * @param what is waited for, in messages, and by whom else
   * @param begin called on this thread once it is its turn; says what to do on another
   * @throws OAuthException if others take too long
   * @throws io.mcpbridge.error.McpException if the caller's patience is at its end
   */
  <T> T run(Patience caller, String what, Supplier<Supplier<T>> begin) {
    return run(caller, what, begin, tooLate -> tooLate);
  }

  /**
   * The same.
   *
   * @param tooLate what to throw if the caller's time is up while what is waited for goes on
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
            throw work.isDone() ? e : tooLate.apply(e); // else it was the way back that took long
          }
        };
    Turn<T> turn = new Turn<>(what);
    awaitTurn(turn, waiting, what);
    begin(turn, begin);
    waiting.await(turn, FOR_EVER, what);
    return result(turn);
  }

  /**
   * Does what has to be done in any case, once it is its turn: whoever waits for it here may be
   * interrupted, and it goes on.
   *
   * @param what is waited for, in messages
   */
  <T> T insist(String what, Supplier<T> work) {
    Turn<T> turn = new Turn<>(what);
    threads.execute(
        () -> {
          Turn<?> other;
          while ((other = underWay.compareAndExchange(null, turn)) != null) {
            other.handle((result, failure) -> true).join(); // hears no interrupt
          }
          finish(turn, work);
        });
    Patience.endless().await(turn, FOR_EVER, what);
    return result(turn);
  }

  /** Begins it unless something is under way, and waits for neither. */
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
      first = first == null ? other : first; // which may have begun before this one came
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
    turn.workedOnHere(); // also if it was given up: what was prepared has to be let go of
    try {
      T result = work.get();
      end = () -> turn.complete(result);
    } catch (Throwable e) {
      log(turn, e);
      end = () -> turn.completeExceptionally(e);
    } finally {
      turn.workedOnNoMore();
    }
    underWay.compareAndSet(turn, null); // before those who wait look again
    end.run();
  }

  /** Whoever waited for it may have left; what is not of ours may say secrets in its message. */
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
        throw failure.again(); // as it looks on this thread
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

  /** Ends what is under way, if anything is: nobody wants it any more. */
  void giveUp(String why) {
    Turn<?> turn = underWay.getAndSet(null);
    if (turn != null) {
      turn.completeExceptionally(new OAuthException(why));
      turn.giveUp();
    }
  }
}
