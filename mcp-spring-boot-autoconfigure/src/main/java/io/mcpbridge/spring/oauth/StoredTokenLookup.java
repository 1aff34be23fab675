package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.spring.oauth.internal.user.TokenPrincipals;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for user tokens that an earlier run or another instance stored, while no token lists the
 * tools. Runs on a worker thread at a limited rate; callers that ask for tools never wait for it.
 */
final class StoredTokenLookup implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  /**
   * How long until a user is looked up again, who may have returned to another instance meanwhile.
   */
  private static final Duration LOOKUP_INTERVAL = Duration.ofMinutes(1);

  private static final int MAX_USERS = 10_000;
  private static final int MAX_WAITING = 1_000;

  private final ExecutorService workers = Workers.named("stored-tokens");
  private final SerialExecutor queue =
      new SerialExecutor(
          workers,
          MAX_WAITING,
          Overflow.reject(),
          failure -> log.warn("Looking for stored tokens failed", failure));
  private final Map<String, Long> lookedUpAt = new ConcurrentHashMap<>();
  private final String server;
  private final TokenPrincipals users;
  private final AuthorizationEvents events;
  private final BooleanSupplier awaitsFirstAuthorization;
  private final BooleanSupplier hasUsableToken;

  /**
   * @param awaitsFirstAuthorization whether no tools are listed because no user has given
   *     permission
   * @param hasUsableToken whether the acting user has a token that was not refused; involves no
   *     user interaction
   */
  StoredTokenLookup(
      String server,
      TokenPrincipals users,
      AuthorizationEvents events,
      BooleanSupplier awaitsFirstAuthorization,
      BooleanSupplier hasUsableToken) {
    this.server = server;
    this.users = users;
    this.events = events;
    this.awaitsFirstAuthorization = awaitsFirstAuthorization;
    this.hasUsableToken = hasUsableToken;
  }

  /** Looks for the token of the user on this thread in the background. Does no I/O itself. */
  void lookUpCurrentUser() {
    try {
      String user = users.currentUser();
      if (user != null && needsTokenOf(user)) {
        lookUpSoon(user);
      }
    } catch (RuntimeException e) { // from the application's CurrentUser
      log.debug("Cannot determine the user who requests tools", e);
    }
  }

  /**
   * Also true if the user was asked for permission, which they may have given to another instance.
   */
  private boolean needsTokenOf(String user) {
    return awaitsFirstAuthorization.getAsBoolean() || events.isWaiting(server, user);
  }

  /** Skips users who were looked up within {@link #LOOKUP_INTERVAL}. */
  private void lookUpSoon(String user) {
    long now = System.nanoTime();
    Long previous = lookedUpAt.get(user);
    if (previous != null && now - previous < LOOKUP_INTERVAL.toNanos()) {
      return;
    }
    if (lookedUpAt.size() >= MAX_USERS) {
      lookedUpAt.clear(); // costs some extra lookups
    }
    if (markLookedUp(user, previous, now)) {
      try {
        queue.execute(() -> lookUp(user));
      } catch (RejectedExecutionException e) {
        lookedUpAt.remove(user); // queue full: retried when the user asks again
      }
    }
  }

  private boolean markLookedUp(String user, @Nullable Long previous, long now) {
    return previous == null
        ? lookedUpAt.putIfAbsent(user, now) == null
        : lookedUpAt.replace(user, previous, now);
  }

  private void lookUp(String user) {
    try {
      if (users.asUser(user, () -> isUsable(user))) {
        events.forgetRefusal(server, user);
        if (awaitsFirstAuthorization.getAsBoolean()) {
          users.recordAuthorization(user);
          events.tokenFound(server, user);
        }
      }
    } catch (RuntimeException e) { // retried later
      log.debug(
          "Cannot determine whether a token of a user is stored for MCP server \"{}\": {}",
          server,
          e instanceof McpException failure ? failure.reason() : e.getClass().getSimpleName());
    }
  }

  private boolean isUsable(String user) {
    return needsTokenOf(user)
        && user.equals(users.userToAuthorize())
        && hasUsableToken.getAsBoolean();
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
