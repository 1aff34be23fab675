package io.mcpbridge.spring.oauth;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the tokens of users that an earlier run has kept, or another instance, while no user is
 * known in whose name tools could be listed. On a thread of its own, and seldom: whoever asks for
 * tools waits for none of it.
 */
final class KeptTokens implements AutoCloseable {

  /** A user may have given permission to another instance meanwhile. */
  private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

  private static final int MAX_USERS = 10_000;
  private static final int MAX_WAITING = 1_000;

  private final ThreadPoolExecutor worker = OneWorker.named("mcp-kept-tokens", MAX_WAITING);
  private final Map<String, Long> lookedFor = new ConcurrentHashMap<>();
  private final Consumer<String> look;

  /**
   * @param look looks for the token of a user; must not throw
   */
  KeptTokens(Consumer<String> look) {
    this.look = look;
  }

  /** Looks for the token of a user in the background, unless that was done a moment ago. */
  void lookFor(String user) {
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
        worker.execute(() -> look.accept(user));
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

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
