package io.mcpbridge.spring.security;

import io.mcpbridge.auth.Patience;
import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.thread.Workers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
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

  /** Longest that one takes; then it is interrupted, and whoever comes begins another. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Most at once, those that do not heed the interruption included. */
  private static final int AT_ONCE = 1000;

  private final ConcurrentHashMap<Key, Renewal<T>> underWay = new ConcurrentHashMap<>();
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final ExecutorService threads = Workers.named("token");
  private final Supplier<CallerContext> contexts;

  /** For one owner, where the same name may be somebody else's elsewhere: a tenant's, say. */
  private record Key(Object owner, @Nullable Object user) {}

  /**
   * @param contexts what else than who is signed in is taken to the thread of the work
   */
  Renewals(Supplier<CallerContext> contexts) {
    this.contexts = contexts;
  }

  private static final class Renewal<T extends @Nullable Object> {
    private final long begun = System.nanoTime();
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private volatile @Nullable Future<?> work;

    Duration left() {
      Duration left = LIMIT.minusNanos(System.nanoTime() - begun);
      return left.toMillis() <= 0 ? Duration.ZERO : left;
    }

    T had() {
      try {
        return outcome.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof McpException known) {
          throw known.again();
        }
        throw e.getCause() instanceof RuntimeException of
            ? of
            : new McpException("no access token: " + e.getCause(), e);
      }
    }

    void giveUp() {
      outcome.completeExceptionally(tooLong());
      Future<?> running = work;
      if (running != null) {
        running.cancel(true);
      }
    }
  }

  /** Has the work done if nobody does it already. Waits for nothing. */
  void begin(Object owner, Supplier<T> work) {
    CallerContext.Captured caller = contexts.get().capture();
    begun(new Key(owner, caller.user()), caller, work);
  }

  /**
   * Does the work, or waits for whoever does it already.
   *
   * @param patience that of the request that waits
   * @param what is waited for, in messages
   * @throws McpException if it takes longer than {@link #LIMIT}, or than the request may
   * @throws RuntimeException what the work throws; others may have the same one
   */
  T get(Object owner, Patience patience, String what, Supplier<T> work) {
    CallerContext.Captured caller = contexts.get().capture();
    Key key = new Key(owner, caller.user());
    Renewal<T> renewal = begun(key, caller, work);
    if (!patience.await(renewal.outcome, renewal.left(), what)) {
      giveUp(key, renewal);
    }
    return renewal.had();
  }

  private Renewal<T> begun(Key owner, CallerContext.Captured caller, Supplier<T> work) {
    Renewal<T> fresh = new Renewal<>();
    Renewal<T> known = underWay.putIfAbsent(owner, fresh);
    while (known != null && known.left().isZero()) {
      giveUp(owner, known);
      known = underWay.putIfAbsent(owner, fresh);
    }
    if (known != null) {
      return known;
    }
    if (!places.tryAcquire()) {
      underWay.remove(owner, fresh);
      fresh.outcome.completeExceptionally(tooMany());
    } else {
      start(owner, fresh, () -> caller.during(work));
    }
    return fresh;
  }

  private void giveUp(Key owner, Renewal<T> renewal) {
    underWay.remove(owner, renewal);
    renewal.giveUp();
  }

  /** In the name of who is signed in on this thread, and with what else is bound to it. */
  private void start(Key owner, Renewal<T> renewal, Supplier<T> work) {
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

  private void run(Key owner, Renewal<T> renewal, @Nullable Authentication user, Supplier<T> work) {
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

  private static McpException tooLong() {
    return new McpUnavailableException(
        "no access token: the authorization server, or what keeps tokens"
            + " (OAuth2AuthorizedClientService), has not answered within "
            + LIMIT.toSeconds()
            + " s",
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
