package io.mcpbridge.oauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a while how it went to get a token, so that neither a person nor an authorization
 * server is asked in a circle. Thread-safe.
 */
final class Attempts {

  /** A token that was given so lately and is refused is not refused for its age. */
  private static final Duration FRESH = Duration.ofSeconds(60);

  /**
   * The pause grows so long while nobody answers: a machine that is left alone is not to be full of
   * pages when its person comes back, who then should not have to wait for longer either.
   */
  private static final Duration LONGEST_UNANSWERED = Duration.ofHours(1);

  private static final int MOST_DOUBLINGS = 20;

  private final Clock clock;
  private @Nullable OAuthException failure;
  private Instant failed = Instant.MIN;
  private Instant pausedUntil = Instant.MIN;
  private TokenFlow.@Nullable Target failedAt;
  private @Nullable String failedWith;
  private @Nullable Given granted;
  private @Nullable Given refreshed;
  private int unanswered;

  /** For which key a token was given, and when. */
  private record Given(TokenKey key, Instant when) {}

  Attempts(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param basis what it was that failed, if another one may do better ({@link TokenFlow#basis})
   */
  synchronized void failed(
      OAuthException why, Duration pause, TokenFlow.Target target, @Nullable String basis) {
    failure = why;
    failedAt = target;
    failedWith = basis;
    failed = clock.instant();
    unanswered = why.isUnanswered() ? Math.min(unanswered + 1, MOST_DOUBLINGS) : 0;
    pausedUntil = failed.plus(unanswered <= 1 ? pause : grown(pause));
  }

  private Duration grown(Duration pause) {
    Duration most = pause.compareTo(LONGEST_UNANSWERED) > 0 ? pause : LONGEST_UNANSWERED;
    boolean isMore = pause.compareTo(most.dividedBy(1L << (unanswered - 1))) > 0;
    return isMore ? most : pause.multipliedBy(1L << (unanswered - 1));
  }

  /** Somebody says that they are there: they may be asked at once. */
  synchronized void askAgain() {
    failure = null;
    unanswered = 0;
  }

  /**
   * Whoever said no is not asked again at once, however often the server is tried.
   *
   * @throws OAuthException the last failure, while it is new
   */
  synchronized void requireNoPause(@Nullable String basis) {
    if (failure != null && isPausedFor(basis)) {
      throw failure.until(pausedUntil);
    }
  }

  /** Whether there is a pause, at least for what began as the last attempt did. */
  synchronized boolean isPaused() {
    return failure != null && isBetween(failed, pausedUntil);
  }

  private boolean isPausedFor(@Nullable String basis) {
    return isPaused() && Objects.equals(basis, failedWith);
  }

  /** Where it failed, while nothing else would come of it. */
  synchronized TokenFlow.@Nullable Target failedAt(@Nullable String basis) {
    return isPausedFor(basis) ? failedAt : null;
  }

  /** There is a token all the same, from somebody else who shares the store. */
  synchronized void helped() {
    askAgain();
  }

  synchronized void granted(TokenKey key) {
    askAgain();
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
    askAgain();
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
