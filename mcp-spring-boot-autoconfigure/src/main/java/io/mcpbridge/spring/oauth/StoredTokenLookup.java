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
  private final Map<String, Long> lookedFor = new ConcurrentHashMap<>();
  private final String server;
  private final TokenPrincipals users;
  private final AuthorizationEvents events;
  private final BooleanSupplier isWanted;
  private final BooleanSupplier isKept;

  /**
   * @param isWanted whether no tools are listed because no user has given permission
   * @param isKept whether the acting user has a token that was not refused; involves no user
   *     interaction
   */
  StoredTokenLookup(
      String server,
      TokenPrincipals users,
      AuthorizationEvents events,
      BooleanSupplier isWanted,
      BooleanSupplier isKept) {
    this.server = server;
    this.users = users;
    this.events = events;
    this.isWanted = isWanted;
    this.isKept = isKept;
  }

  /** Looks for the token of the user on this thread in the background. Does no I/O itself. */
  void lookUpCurrentUser() {
    try {
      String user = users.person();
      if (user != null && isWantedOf(user)) {
        lookUpSoon(user);
      }
    } catch (RuntimeException e) { // from the application's CurrentUser
      log.debug("Cannot determine the user who requests tools", e);
    }
  }

  /**
   * Also true if the user was asked for permission, which they may have given to another instance.
   */
  private boolean isWantedOf(String user) {
    return isWanted.getAsBoolean() || events.isWaiting(server, user);
  }

  /** Skips users who were looked up within {@link #LOOKUP_INTERVAL}. */
  private void lookUpSoon(String user) {
    long now = System.nanoTime();
    Long before = lookedFor.get(user);
    if (before != null && now - before < LOOKUP_INTERVAL.toNanos()) {
      return;
    }
    if (lookedFor.size() >= MAX_USERS) {
      lookedFor.clear(); // costs some extra lookups
    }
    if (isFirst(user, before, now)) {
      try {
        queue.execute(() -> lookUp(user));
      } catch (RejectedExecutionException e) {
        lookedFor.remove(user); // queue full: retried when the user asks again
      }
    }
  }

  private boolean isFirst(String user, @Nullable Long before, long now) {
    return before == null
        ? lookedFor.putIfAbsent(user, now) == null
        : lookedFor.replace(user, before, now);
  }

  private void lookUp(String user) {
    try {
      if (users.inNameOf(user, () -> isUsable(user))) {
        events.isAnswered(server, user);
        if (isWanted.getAsBoolean()) {
          users.gavePermission(user);
          events.found(server, user);
        }
      }
    } catch (RuntimeException e) { // retried later
      log.debug(
          "Cannot determine whether a token of a user is stored for MCP server \"{}\": {}",
          server,
          e instanceof McpException known ? known.reason() : e.getClass().getSimpleName());
    }
  }

  private boolean isUsable(String user) {
    return isWantedOf(user) && user.equals(users.userToAsk()) && isKept.getAsBoolean();
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
