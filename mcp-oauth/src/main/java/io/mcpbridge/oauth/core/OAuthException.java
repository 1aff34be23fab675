package io.mcpbridge.oauth.core;

import io.mcpbridge.error.McpAuthorizationException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authorization failed: permission is missing or was denied, or a response is not trustworthy. The
 * message says what was tried, with which host, and what to change; it never holds a token, code,
 * verifier, secret or assertion, and quotes nothing of a response but its error code. It counts as
 * the server's 401, so the server's state shows that it needs authorization.
 *
 * <p>If the authorization server or a metadata endpoint is away or in trouble, nothing was decided:
 * that is an {@link io.mcpbridge.error.McpUnavailableException}, the server shows as disconnected,
 * and it is retried automatically.
 */
public sealed class OAuthException extends McpAuthorizationException
    permits AuthorizationPendingException, AuthorizationRequiredException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String error;
  private final EnumSet<Mark> marks;

  /** What a failure means for later attempts. */
  enum Mark {
    /** It starts a pause: someone was asked, or has refused. */
    LASTING,

    /** A user, who may be absent, did not answer. */
    UNANSWERED,

    /** An authorization response does not belong to a pending request. */
    DROPPED
  }

  /**
   * @param message what was tried and the result
   */
  public OAuthException(String message) {
    this(message, (String) null);
  }

  /**
   * @param cause the underlying failure, if any
   */
  public OAuthException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.error = null;
    this.marks = EnumSet.noneOf(Mark.class);
  }

  /**
   * @param error the error code of the authorization server (RFC 6749, section 5.2)
   */
  public OAuthException(String message, @Nullable String error) {
    super(message);
    this.error = error;
    this.marks = EnumSet.noneOf(Mark.class);
  }

  /** A copy with other marks. */
  OAuthException(OAuthException original, Copy copy, Set<Mark> marks) {
    super(original, copy);
    this.error = original.error;
    this.marks = EnumSet.noneOf(Mark.class);
    this.marks.addAll(marks);
  }

  /** The failure of a later request that was not tried again. */
  private OAuthException(OAuthException last, Instant until) {
    super(last.reason() + "; no new attempt before " + until, last);
    this.error = last.error;
    this.marks = EnumSet.copyOf(last.marks);
  }

  /** The error code of the authorization server, such as {@code access_denied}. */
  public @Nullable String error() {
    return error;
  }

  /**
   * Whether an authorization response was rejected because it does not belong to a pending request
   * of the user, or no longer does. The user may start again; the configuration is correct.
   */
  public boolean isDropped() {
    return marks.contains(Mark.DROPPED);
  }

  /** A copy for which {@link #isDropped} is true. */
  public OAuthException asDropped() {
    return withMarks(Mark.DROPPED);
  }

  /** A copy that starts a pause: someone was asked, or has refused. */
  public OAuthException asLasting() {
    return withMarks(Mark.LASTING);
  }

  /** A copy for a user who did not answer and may be absent; also starts a pause. */
  public OAuthException asUnanswered() {
    return withMarks(Mark.LASTING, Mark.UNANSWERED);
  }

  /** Whether a user, who may be absent, did not answer. */
  public boolean isUnanswered() {
    return marks.contains(Mark.UNANSWERED);
  }

  /** Whether an immediate retry would be a nuisance or is known to fail. */
  public boolean isLasting() {
    return marks.contains(Mark.LASTING) || error != null;
  }

  /** A copy for a later request that was not tried again. */
  public OAuthException asPaused(Instant until) {
    return new OAuthException(this, until);
  }

  private OAuthException withMarks(Mark... added) {
    EnumSet<Mark> all = EnumSet.copyOf(marks);
    all.addAll(List.of(added));
    return copy(unchanged(), all);
  }

  @Override
  protected final OAuthException copy(Copy copy) {
    return copy(copy, marks);
  }

  OAuthException copy(Copy copy, Set<Mark> marks) {
    return new OAuthException(this, copy, marks);
  }
}
