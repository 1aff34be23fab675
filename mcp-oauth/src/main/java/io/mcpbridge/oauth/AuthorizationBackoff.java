package io.mcpbridge.oauth;

import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.TokenKey;
import io.mcpbridge.oauth.internal.token.TokenFlow;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Remembers recent outcomes of token requests, so that neither the user nor the authorization
 * server is asked in a loop. Thread-safe.
 */
final class AuthorizationBackoff {

  /** A token granted this recently was not refused because of its age. */
  private static final Duration RECENT = Duration.ofSeconds(60);

  /**
   * Upper bound of the backoff while a user does not answer: an unattended machine should not fill
   * up with pages, and the user should not have to wait longer once they are back.
   */
  private static final Duration MAX_UNANSWERED_DELAY = Duration.ofHours(1);

  private static final int MAX_DOUBLINGS = 20;

  private final Clock clock;
  private @Nullable OAuthException failure;
  private Instant failureTime = Instant.MIN;
  private Instant pausedUntil = Instant.MIN;
  private TokenFlow.@Nullable Target failedTarget;
  private @Nullable String failedBasis;
  private @Nullable IssuedToken lastGranted;
  private @Nullable IssuedToken lastRefreshed;
  private int unansweredCount;

  /** The key a token was granted for, and when. */
  private record IssuedToken(TokenKey key, Instant time) {}

  AuthorizationBackoff(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param basis what failed, if another basis could succeed ({@link TokenFlow#basis})
   */
  synchronized void recordFailure(
      OAuthException failure, Duration pause, TokenFlow.Target target, @Nullable String basis) {
    this.failure = failure;
    failedTarget = target;
    failedBasis = basis;
    failureTime = clock.instant();
    unansweredCount = failure.isUnanswered() ? Math.min(unansweredCount + 1, MAX_DOUBLINGS) : 0;
    pausedUntil = failureTime.plus(unansweredCount <= 1 ? pause : increasedPause(pause));
  }

  private Duration increasedPause(Duration pause) {
    Duration maxPause = pause.compareTo(MAX_UNANSWERED_DELAY) > 0 ? pause : MAX_UNANSWERED_DELAY;
    boolean exceedsMax = pause.compareTo(maxPause.dividedBy(1L << (unansweredCount - 1))) > 0;
    return exceedsMax ? maxPause : pause.multipliedBy(1L << (unansweredCount - 1));
  }

  /** Ends the pause: the user says that they are available. */
  synchronized void endPause() {
    failure = null;
    unansweredCount = 0;
  }

  /**
   * Enforces the pause after a refusal, however many requests the server refuses meanwhile.
   *
   * @throws OAuthException the last failure, while the pause lasts
   */
  synchronized void requireNoPause(@Nullable String basis) {
    if (failure != null && isPausedFor(basis)) {
      throw failure.asPaused(pausedUntil);
    }
  }

  /** Whether there is a pause, at least for the basis of the last attempt. */
  synchronized boolean isPaused() {
    return failure != null && isBetween(failureTime, pausedUntil);
  }

  private boolean isPausedFor(@Nullable String basis) {
    return isPaused() && Objects.equals(basis, failedBasis);
  }

  /** Where the last attempt failed, while another one would fail too. */
  synchronized TokenFlow.@Nullable Target failedTarget(@Nullable String basis) {
    return isPausedFor(basis) ? failedTarget : null;
  }

  /** Ends the pause: the store has a token from elsewhere. */
  synchronized void reset() {
    endPause();
  }

  synchronized void recordGranted(TokenKey key) {
    endPause();
    lastGranted = issuedNow(key);
  }

  synchronized void recordRefreshed(TokenKey key) {
    lastRefreshed = issuedNow(key);
  }

  synchronized boolean isJustGranted(TokenKey key) {
    return isRecent(lastGranted, key);
  }

  /** A token that is refused right after a refresh is not fixed by another refresh. */
  synchronized boolean isJustRefreshed(TokenKey key) {
    return isRecent(lastRefreshed, key);
  }

  synchronized void forget() {
    endPause();
    lastGranted = null;
    lastRefreshed = null;
  }

  private IssuedToken issuedNow(TokenKey key) {
    return new IssuedToken(key, clock.instant());
  }

  private boolean isRecent(@Nullable IssuedToken issuedToken, TokenKey key) {
    return issuedToken != null
        && issuedToken.key().equals(key)
        && isBetween(issuedToken.time(), issuedToken.time().plus(RECENT));
  }

  /** A clock that was set back must not extend the interval. */
  private boolean isBetween(Instant begin, Instant end) {
    Instant now = clock.instant();
    return !now.isBefore(begin) && now.isBefore(end);
  }
}
