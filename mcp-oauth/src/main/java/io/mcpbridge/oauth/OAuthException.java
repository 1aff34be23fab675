package io.mcpbridge.oauth;

import io.mcpbridge.error.McpHttpStatusException;
import java.time.Instant;
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
public sealed class OAuthException extends McpHttpStatusException
    permits AuthorizationPendingException, AuthorizationRequiredException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String error;
  private boolean lasting;
  private boolean unanswered;
  private boolean dropped;

  /**
   * @param message what was tried and the result
   */
  OAuthException(String message) {
    this(message, (String) null);
  }

  /**
   * @param error the error code of the authorization server (RFC 6749, section 5.2)
   */
  OAuthException(String message, @Nullable String error) {
    super(message, 401, null, null);
    this.error = error;
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
    return dropped;
  }

  OAuthException dropped() {
    dropped = true;
    return this;
  }

  /** Marks a failure that starts a pause: someone was asked, or has refused. */
  OAuthException lasting() {
    lasting = true;
    return this;
  }

  /** Marks a failure of a user to answer, who may be absent. */
  OAuthException unanswered() {
    unanswered = true;
    return lasting();
  }

  boolean isUnanswered() {
    return unanswered;
  }

  /** Whether an immediate retry would be a nuisance or is known to fail. */
  boolean isLasting() {
    return lasting || error != null;
  }

  /** A copy for a later request that was not tried again. */
  OAuthException until(Instant pause) {
    return copy(reason() + "; this is not tried again before " + pause);
  }

  @Override
  public OAuthException again() {
    return copy(reason());
  }

  private OAuthException copy(String message) {
    OAuthException copy = new OAuthException(message, error);
    copy.dropped = dropped;
    copy.initCause(this);
    return copy;
  }
}
