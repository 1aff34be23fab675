package io.mcpbridge.spring.security;

import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.SingleFlight;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
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
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Maximum number of concurrent renewals, including those that ignore the interrupt. */
  private static final int MAX_CONCURRENT = 1000;

  private final SingleFlight<Key, T> renewals = new SingleFlight<>();
  private final Semaphore permits = new Semaphore(MAX_CONCURRENT);
  private final ExecutorService threads = Workers.named("token");
  private final Supplier<ThreadContextProvider> contexts;

  /** Qualified by the caller's context, since two tenants may have the same owner name. */
  private record Key(Object owner, @Nullable Object user) {}

  /**
   * @param contexts captures what is propagated to the worker thread besides the signed-in user
   */
  TokenRefreshes(Supplier<ThreadContextProvider> contexts) {
    this.contexts = contexts;
  }

  /** Starts the work unless it is already in flight. Does not wait. */
  void begin(Object owner, Supplier<T> work) {
    ThreadContextProvider.ContextSnapshot caller = contexts.get().capture();
    SingleFlight<Key, T>.Flight unused = beginOrJoin(new Key(owner, caller.user()), caller, work);
  }

  /**
   * Runs the work, or joins the one in flight, and waits for the outcome.
   *
   * @param waitContext deadline of the request that waits
   * @param description description for messages
   * @throws McpException if it takes longer than {@link #TIMEOUT}, or than the deadline of the
   *     request
   * @throws RuntimeException what the work throws; all requests that wait get the same instance
   */
  T get(Object owner, WaitContext waitContext, String description, Supplier<T> work) {
    ThreadContextProvider.ContextSnapshot caller = contexts.get().capture();
    Key key = new Key(owner, caller.user());
    SingleFlight<Key, T>.Flight renewal = beginOrJoin(key, caller, work);
    if (!waitContext.await(renewal, remaining(renewal), description)) {
      renewal.abort(timedOut());
    }
    return outcome(renewal);
  }

  private SingleFlight<Key, T>.Flight beginOrJoin(
      Key key, ThreadContextProvider.ContextSnapshot caller, Supplier<T> work) {
    SingleFlight<Key, T>.Flight flight = renewals.newFlight(key);
    SingleFlight<Key, T>.Flight existing = flight.begin();
    while (existing != null && remaining(existing).isZero()) {
      existing.abort(timedOut());
      existing = flight.begin();
    }
    if (existing != null) {
      return existing;
    }
    if (!permits.tryAcquire()) {
      flight.fail(limitExceeded());
    } else {
      start(flight, () -> caller.call(work));
    }
    return flight;
  }

  private Duration remaining(SingleFlight<Key, T>.Flight renewal) {
    Duration remaining = TIMEOUT.minusNanos(System.nanoTime() - renewal.createdAt());
    return remaining.toMillis() <= 0 ? Duration.ZERO : remaining;
  }

  private T outcome(SingleFlight<Key, T>.Flight renewal) {
    try {
      return renewal.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof McpException failure) {
        throw failure.copyForCaller();
      }
      throw e.getCause() instanceof RuntimeException unchecked
          ? unchecked
          : new McpException("no access token: " + e.getCause(), e);
    }
  }

  /** Runs as the user who is signed in on this thread, with the rest of the caller's context. */
  private void start(SingleFlight<Key, T>.Flight renewal, Supplier<T> work) {
    Authentication user = SecurityContextHolder.getContext().getAuthentication();
    try {
      threads.execute(
          () -> {
            try {
              renewal.run(() -> SignedInUser.as(user, work));
            } finally {
              permits.release();
            }
          });
    } catch (RejectedExecutionException e) {
      permits.release();
      renewal.fail(new McpException("no access token: the application is being stopped", e));
    }
  }

  private static McpException timedOut() {
    return new McpUnavailableException(
        "no access token: the authorization server or the token store"
            + " (OAuth2AuthorizedClientService) did not answer within "
            + TIMEOUT.toSeconds()
            + " s",
        null);
  }

  private static McpException limitExceeded() {
    return new McpUnavailableException(
        "no access token: " + MAX_CONCURRENT + " token requests are already in flight", null);
  }

  /** Interrupts all renewals in flight. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
