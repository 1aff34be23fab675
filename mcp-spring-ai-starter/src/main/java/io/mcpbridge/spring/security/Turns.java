package io.mcpbridge.spring.security;

import io.mcpbridge.error.McpException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One at a time has a token renewed for one owner. A refresh token that may be used once is lost
 * when two use it (RFC 6819, section 5.2.2.3), and Spring Security does not prevent that.
 */
final class Turns {

  /** Longest that one waits for another. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ConcurrentHashMap<Object, Turn> turns = new ConcurrentHashMap<>();

  /** A lock, and how many want it; a map forgets it with the last of them. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int wanted;
  }

  <T> T during(Object owner, Supplier<T> work) {
    Turn turn =
        turns.compute(
            owner,
            (key, known) -> {
              Turn now = known == null ? new Turn() : known;
              now.wanted++;
              return now;
            });
    try {
      return inTurn(turn.lock, work);
    } finally {
      turns.computeIfPresent(owner, (key, known) -> --known.wanted == 0 ? null : known);
    }
  }

  private static <T> T inTurn(ReentrantLock lock, Supplier<T> work) {
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new McpException(
            "no access token: another request has been getting it for "
                + PATIENCE.toSeconds()
                + " s; give the token client of Spring Security a shorter timeout");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpException("interrupted while another request gets the access token", e);
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
