package io.mcpbridge.oauth;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one caller at a time do what takes a network or a person, and the others wait, not for ever.
 */
final class OneAtATime {

  private final ReentrantLock lock = new ReentrantLock();
  private final Duration patience;

  OneAtATime(Duration patience) {
    this.patience = patience;
  }

  /**
   * @throws OAuthException if others take too long, or the waiting is interrupted
   */
  <T> T run(Supplier<T> work) {
    try {
      if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OAuthException(
            "another request has been waiting for a token for longer than " + patience);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OAuthException("interrupted while another request got a token");
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
