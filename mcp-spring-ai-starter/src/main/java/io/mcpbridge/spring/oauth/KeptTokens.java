package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for the tokens of users that an earlier run has kept, or another instance, while no user is
 * known in whose name tools could be listed. On a thread of its own, and seldom: whoever asks for
 * tools waits for none of it.
 */
final class KeptTokens implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  /** A user may have given permission to another instance meanwhile, where they came back to. */
  private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

  private static final int MAX_USERS = 10_000;
  private static final int MAX_WAITING = 1_000;

  private final ThreadPoolExecutor worker = OneWorker.named("mcp-kept-tokens", MAX_WAITING);
  private final Map<String, Long> lookedFor = new ConcurrentHashMap<>();
  private final String server;
  private final Users users;
  private final AuthorizationNews news;
  private final BooleanSupplier isWanted;
  private final BooleanSupplier isKept;

  /**
   * @param isWanted whether tools are not listed, because nobody is known in whose name they could
   * @param isKept looks for a token of whoever is acting that was not refused, and asks no person
   */
  KeptTokens(
      String server,
      Users users,
      AuthorizationNews news,
      BooleanSupplier isWanted,
      BooleanSupplier isKept) {
    this.server = server;
    this.users = users;
    this.news = news;
    this.isWanted = isWanted;
    this.isKept = isKept;
  }

  /** Looks for the token of the user on this thread in the background. Does no I/O. */
  void lookForWhoeverIsHere() {
    try {
      String user = users.person();
      if (user != null && isWantedOf(user)) {
        lookSoonFor(user);
      }
    } catch (RuntimeException e) { // the application's own way to know who it is (CurrentUser)
      log.debug("It is not known who asks for tools", e);
    }
  }

  /** Or they have been asked for permission, and may have given it elsewhere. */
  private boolean isWantedOf(String user) {
    return isWanted.getAsBoolean() || news.isWaiting(server, user);
  }

  /** Unless that was done a moment ago. */
  private void lookSoonFor(String user) {
    long now = System.nanoTime();
    Long before = lookedFor.get(user);
    if (before != null && now - before < AGAIN_AFTER.toNanos()) {
      return;
    }
    if (lookedFor.size() >= MAX_USERS) {
      lookedFor.clear(); // some are looked for once more than need be
    }
    if (isFirst(user, before, now)) {
      try {
        worker.execute(() -> lookFor(user));
      } catch (RejectedExecutionException e) {
        lookedFor.remove(user); // too many at the moment: when they ask again
      }
    }
  }

  private boolean isFirst(String user, @Nullable Long before, long now) {
    return before == null
        ? lookedFor.putIfAbsent(user, now) == null
        : lookedFor.replace(user, before, now);
  }

  private void lookFor(String user) {
    try {
      if (users.inNameOf(user, () -> isUsable(user))) {
        news.isAnswered(server, user);
        if (isWanted.getAsBoolean()) {
          users.gavePermission(user);
          news.found(server, user);
        }
      }
    } catch (RuntimeException e) { // looked for again later
      log.debug(
          "It is not known whether a token of a user is kept for MCP server \"{}\": {}",
          server,
          e instanceof McpException known ? known.reason() : e.getClass().getSimpleName());
    }
  }

  private boolean isUsable(String user) {
    return isWantedOf(user) && user.equals(users.asked()) && isKept.getAsBoolean();
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
