package io.mcpbridge.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a while how it went to get a token, so that neither a person nor an authorization
 * server is asked in a circle. Thread-safe.
 */
final class Attempts {

  /** A token that was given so lately and is refused is not refused for its age. */
  private static final Duration FRESH = Duration.ofSeconds(60);

  private final Clock clock;
  private @Nullable OAuthException failure;
  private Instant failed = Instant.MIN;
  private Instant pausedUntil = Instant.MIN;
  private @Nullable Given granted;
  private @Nullable Given refreshed;

  /** For which key a token was given, and when. */
  private record Given(TokenKey key, Instant when) {}

  Attempts(Clock clock) {
    this.clock = clock;
  }

  synchronized void failed(OAuthException why, Duration pause) {
    failure = why;
    failed = clock.instant();
    pausedUntil = failed.plus(pause);
  }

  /**
   * Whoever said no is not asked again at once, however often the server is tried.
   *
   * @throws OAuthException the last failure, while it is new
   */
  synchronized void requireNoPause() {
    if (failure != null && isBetween(failed, pausedUntil)) {
      throw failure.until(pausedUntil);
    }
  }

  synchronized void granted(TokenKey key) {
    failure = null;
    granted = lately(key);
  }

  synchronized void refreshed(TokenKey key) {
    refreshed = lately(key);
  }

  synchronized boolean isJustGranted(TokenKey key) {
    return isNew(granted, key);
  }

  /** A token that a refresh just gave and that is refused is not helped by another refresh. */
  synchronized boolean isJustRefreshed(TokenKey key) {
    return isNew(refreshed, key);
  }

  synchronized void forget() {
    failure = null;
    granted = null;
    refreshed = null;
  }

  private Given lately(TokenKey key) {
    return new Given(key, clock.instant());
  }

  private boolean isNew(@Nullable Given given, TokenKey key) {
    return given != null
        && given.key().equals(key)
        && isBetween(given.when(), given.when().plus(FRESH));
  }

  /** A clock that was set back does not make it last for longer. */
  private boolean isBetween(Instant begin, Instant end) {
    Instant now = clock.instant();
    return !now.isBefore(begin) && now.isBefore(end);
  }
}
