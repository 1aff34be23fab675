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
  private Instant failed = Instant.MIN;
  private Instant pausedUntil = Instant.MIN;
  private TokenFlow.@Nullable Target failedAt;
  private @Nullable String failedWith;
  private @Nullable GivenToken granted;
  private @Nullable GivenToken refreshed;
  private int unanswered;

  /** The key a token was granted for, and when. */
  private record GivenToken(TokenKey key, Instant when) {}

  AuthorizationBackoff(Clock clock) {
    this.clock = clock;
  }

  /**
   * @param basis what failed, if another basis could succeed ({@link TokenFlow#basis})
   */
  synchronized void failed(
      OAuthException why, Duration pause, TokenFlow.Target target, @Nullable String basis) {
    failure = why;
    failedAt = target;
    failedWith = basis;
    failed = clock.instant();
    unanswered = why.isUnanswered() ? Math.min(unanswered + 1, MAX_DOUBLINGS) : 0;
    pausedUntil = failed.plus(unanswered <= 1 ? pause : grown(pause));
  }

  private Duration grown(Duration pause) {
    Duration most = pause.compareTo(MAX_UNANSWERED_DELAY) > 0 ? pause : MAX_UNANSWERED_DELAY;
    boolean isMore = pause.compareTo(most.dividedBy(1L << (unanswered - 1))) > 0;
    return isMore ? most : pause.multipliedBy(1L << (unanswered - 1));
  }

  /** Ends the pause: the user says that they are available. */
  synchronized void askAgain() {
    failure = null;
    unanswered = 0;
  }

  /**
   * Enforces the pause after a refusal, however many requests the server refuses meanwhile.
   *
   * @throws OAuthException the last failure, while the pause lasts
   */
  synchronized void requireNoPause(@Nullable String basis) {
    if (failure != null && isPausedFor(basis)) {
      throw failure.until(pausedUntil);
    }
  }

  /** Whether there is a pause, at least for the basis of the last attempt. */
  synchronized boolean isPaused() {
    return failure != null && isBetween(failed, pausedUntil);
  }

  private boolean isPausedFor(@Nullable String basis) {
    return isPaused() && Objects.equals(basis, failedWith);
  }

  /** Where the last attempt failed, while another one would fail too. */
  synchronized TokenFlow.@Nullable Target failedAt(@Nullable String basis) {
    return isPausedFor(basis) ? failedAt : null;
  }

  /** Ends the pause: the store has a token from elsewhere. */
  synchronized void reset() {
    askAgain();
  }

  synchronized void granted(TokenKey key) {
    askAgain();
    granted = recentlyGiven(key);
  }

  synchronized void refreshed(TokenKey key) {
    refreshed = recentlyGiven(key);
  }

  synchronized boolean isJustGranted(TokenKey key) {
    return isNew(granted, key);
  }

  /** A token that is refused right after a refresh is not fixed by another refresh. */
  synchronized boolean isJustRefreshed(TokenKey key) {
    return isNew(refreshed, key);
  }

  synchronized void forget() {
    askAgain();
    granted = null;
    refreshed = null;
  }

  private GivenToken recentlyGiven(TokenKey key) {
    return new GivenToken(key, clock.instant());
  }

  private boolean isNew(@Nullable GivenToken givenToken, TokenKey key) {
    return givenToken != null
        && givenToken.key().equals(key)
        && isBetween(givenToken.when(), givenToken.when().plus(RECENT));
  }

  /** A clock that was set back must not extend the interval. */
  private boolean isBetween(Instant begin, Instant end) {
    Instant now = clock.instant();
    return !now.isBefore(begin) && now.isBefore(end);
  }
}
