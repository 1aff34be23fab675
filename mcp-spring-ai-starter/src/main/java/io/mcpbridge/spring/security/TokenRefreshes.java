package io.mcpbridge.spring.security;

import io.mcpbridge.auth.WaitContext;
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
 * Renews tokens with a single flight per owner: concurrent requests share the outcome. A refresh
 * token that may be used once is lost when two requests use it (RFC 6819, section 5.2.2.3), and
 * Spring Security does not prevent that.
 *
 * <p>Runs on a thread of its own, so that its time is limited whatever the timeouts of the HTTP
 * client, and so that a renewed token is saved even if the caller's transaction is rolled back.
 *
 * @param <T> type of the outcome
 */
final class TokenRefreshes<T extends @Nullable Object> implements AutoCloseable {

  /**
   * Time limit of a renewal; after it, the renewal is interrupted and the next request begins
   * another.
   */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Maximum number of concurrent renewals, including those that ignore the interrupt. */
  private static final int AT_ONCE = 1000;

  private final ConcurrentHashMap<Key, Renewal<T>> underWay = new ConcurrentHashMap<>();
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final ExecutorService threads = Workers.named("token");
  private final Supplier<CallerContext> contexts;

  /** Qualified by the caller's context, since two tenants may have the same owner name. */
  private record Key(Object owner, @Nullable Object user) {}

  /**
   * @param contexts captures what is propagated to the worker thread besides the signed-in user
   */
  TokenRefreshes(Supplier<CallerContext> contexts) {
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

  /** Starts the work unless it is already in flight. Does not wait. */
  void begin(Object owner, Supplier<T> work) {
    CallerContext.ContextSnapshot caller = contexts.get().capture();
    begun(new Key(owner, caller.user()), caller, work);
  }

  /**
   * Runs the work, or joins the one in flight, and waits for the outcome.
   *
   * @param waitContext deadline of the request that waits
   * @param what description for messages
   * @throws McpException if it takes longer than {@link #LIMIT}, or than the deadline of the
   *     request
   * @throws RuntimeException what the work throws; all requests that wait get the same instance
   */
  T get(Object owner, WaitContext waitContext, String what, Supplier<T> work) {
    CallerContext.ContextSnapshot caller = contexts.get().capture();
    Key key = new Key(owner, caller.user());
    Renewal<T> renewal = begun(key, caller, work);
    if (!waitContext.await(renewal.outcome, renewal.left(), what)) {
      giveUp(key, renewal);
    }
    return renewal.had();
  }

  private Renewal<T> begun(Key owner, CallerContext.ContextSnapshot caller, Supplier<T> work) {
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
      start(owner, fresh, () -> caller.call(work));
    }
    return fresh;
  }

  private void giveUp(Key owner, Renewal<T> renewal) {
    underWay.remove(owner, renewal);
    renewal.giveUp();
  }

  /** Runs as the user who is signed in on this thread, with the rest of the caller's context. */
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

  /** Interrupts all renewals in flight. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
