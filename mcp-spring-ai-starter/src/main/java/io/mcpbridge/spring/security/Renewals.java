package io.mcpbridge.spring.security;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.thread.Workers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * One at a time has a token renewed for one owner, and all who wait for that have its outcome. A
 * refresh token that may be used once is lost when two use it (RFC 6819, section 5.2.2.3), and
 * Spring Security does not prevent that.
 *
 * <p>It is done on a thread of its own: its time is limited, whatever limits the HTTP client has,
 * and what is saved is saved also if a transaction of the caller's is rolled back.
 *
 * @param <T> what is had
 */
final class Renewals<T extends @Nullable Object> implements AutoCloseable {

  /** Longest that one takes; then it is interrupted, and the next caller begins another. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Most at once, those that do not heed the interruption included. */
  private static final int AT_ONCE = 1000;

  private final ConcurrentHashMap<Object, Renewal<T>> underWay = new ConcurrentHashMap<>();
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final ExecutorService threads = Workers.named("token");

  private static final class Renewal<T extends @Nullable Object> {
    private final long begun = System.nanoTime();
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private volatile @Nullable Future<?> work;

    Duration left() {
      return LIMIT.minusNanos(System.nanoTime() - begun);
    }

    void giveUp() {
      outcome.completeExceptionally(tooLong(LIMIT));
      Future<?> running = work;
      if (running != null) {
        running.cancel(true);
      }
    }
  }

  /** Whether somebody waits for that already. */
  boolean isUnderWay(Object owner) {
    return underWay.containsKey(owner);
  }

  /**
   * Does the work, or waits for whoever does it already.
   *
   * @param patience longest that this caller waits
   * @throws McpUnavailableException if it takes too long
   * @throws RuntimeException what the work throws; others may have the same one
   */
  T get(Object owner, Duration patience, Supplier<T> work) {
    Renewal<T> fresh = new Renewal<>();
    Renewal<T> known = underWay.putIfAbsent(owner, fresh);
    if (known != null) {
      return await(owner, known, patience);
    }
    if (!places.tryAcquire()) {
      underWay.remove(owner, fresh);
      fresh.outcome.completeExceptionally(tooMany());
    } else {
      begin(owner, fresh, work);
    }
    return await(owner, fresh, patience);
  }

  /** In the name of who is signed in on this thread. */
  private void begin(Object owner, Renewal<T> renewal, Supplier<T> work) {
    Authentication user = SecurityContextHolder.getContext().getAuthentication();
    try {
      renewal.work = threads.submit(() -> run(owner, renewal, user, work));
    } catch (RejectedExecutionException e) {
      places.release();
      underWay.remove(owner, renewal);
      renewal.outcome.completeExceptionally(
          new McpException("no access token: the application is being stopped", e));
    }
  }

  private void run(
      Object owner, Renewal<T> renewal, @Nullable Authentication user, Supplier<T> work) {
    try {
      T had = SecurityCallerContext.as(user, work);
      underWay.remove(owner, renewal);
      renewal.outcome.complete(had);
    } catch (Throwable e) {
      underWay.remove(owner, renewal);
      renewal.outcome.completeExceptionally(e);
    } finally {
      places.release();
    }
  }

  private T await(Object owner, Renewal<T> renewal, Duration patience) {
    Duration left = renewal.left();
    Duration wait = patience.compareTo(left) < 0 ? patience : left;
    try {
      return renewal.outcome.get(Math.max(1, wait.toMillis()), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof McpException known) {
        throw known.again();
      }
      throw e.getCause() instanceof RuntimeException of
          ? of
          : new McpException("no access token: " + e.getCause(), e);
    } catch (TimeoutException e) {
      if (renewal.left().toMillis() <= 1) {
        underWay.remove(owner, renewal);
        renewal.giveUp();
      }
      throw tooLong(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpException("interrupted while the access token was waited for", e);
    }
  }

  private static McpException tooLong(Duration waited) {
    return new McpUnavailableException(
        "no access token: the authorization server has not answered within "
            + waited.toMillis()
            + " ms",
        null);
  }

  private static McpException tooMany() {
    return new McpUnavailableException(
        "no access token: " + AT_ONCE + " others are waited for already", null);
  }

  /** Interrupts what is under way. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
