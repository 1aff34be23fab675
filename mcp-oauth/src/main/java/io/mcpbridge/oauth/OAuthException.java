package io.mcpbridge.oauth;

import io.mcpbridge.error.McpHttpStatusException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * No token is given for a server that wants one: permission is missing or was refused, or what
 * somebody said is not to be trusted. The message says what was tried, with which host, and what to
 * change; it holds no token, code, verifier, secret or assertion, and no more of what others
 * answered than an error code. Counts as the server's 401, so that the server shows as one that
 * needs authorization.
 *
 * <p>Where the authorization server, or whoever says which one it is, is away or in trouble, nobody
 * has decided anything: that is an {@link io.mcpbridge.error.McpUnavailableException}, the server
 * shows as disconnected, and it is tried again by itself.
 */
public sealed class OAuthException extends McpHttpStatusException
    permits AuthorizationPendingException, AuthorizationRequiredException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String error;
  private boolean lasting;
  private boolean unanswered;
  private boolean dropped;

  /**
   * @param message what was tried and what came back
   */
  OAuthException(String message) {
    this(message, (String) null);
  }

  /**
   * @param error the error code that the authorization server answered (RFC 6749, section 5.2)
   */
  OAuthException(String message, @Nullable String error) {
    super(message, 401, null, null);
    this.error = error;
  }

  /** The error code that the authorization server answered, such as {@code access_denied}. */
  public @Nullable String error() {
    return error;
  }

  /**
   * Whether what a person came back with was dropped unread: it is not the answer to a request of
   * theirs, or is so no more. They may begin again; nothing is wrong with what is configured.
   */
  public boolean isDropped() {
    return dropped;
  }

  OAuthException dropped() {
    dropped = true;
    return this;
  }

  /** Notes that somebody was asked, or has said no, who should be left alone for a while now. */
  OAuthException lasting() {
    lasting = true;
    return this;
  }

  /** Notes that a person was asked, and perhaps is not there. */
  OAuthException unanswered() {
    unanswered = true;
    return lasting();
  }

  boolean isUnanswered() {
    return unanswered;
  }

  /** Whether to try again at once would be a nuisance, or is known to be in vain. */
  boolean isLasting() {
    return lasting || error != null;
  }

  /** The same for a later request, which did not lead to another try. */
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
