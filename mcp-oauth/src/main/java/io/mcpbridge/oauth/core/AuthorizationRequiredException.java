package io.mcpbridge.oauth.core;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A user of a web application has to give permission first. The application redirects the user's
 * browser to {@link #url()} and passes the query of the callback to {@link
 * io.mcpbridge.oauth.OAuthCredentials#complete}.
 */
public final class AuthorizationRequiredException extends OAuthException {
  private static final long serialVersionUID = 1L;

  private final String url;

  /**
   * For wrappers of credentials that know better where the application redirects its users.
   *
   * @param message where to send the user, without the URL
   * @param url the authorization page, for this user only
   */
  public AuthorizationRequiredException(String message, URI url) {
    this(message, url, null);
  }

  /**
   * Same, with the exception that is wrapped.
   *
   * @param message where to send the user, without the URL
   * @param url the authorization page, for this user only
   * @param cause the wrapped exception, if any
   */
  public AuthorizationRequiredException(String message, URI url, @Nullable Throwable cause) {
    super(message, cause);
    this.url = url.toString();
  }

  private AuthorizationRequiredException(
      AuthorizationRequiredException original, Copy copy, Set<Mark> marks) {
    super(original, copy, marks);
    this.url = original.url;
  }

  /** The authorization page, for this user only. It holds the state, so do not log it. */
  public URI url() {
    return URI.create(url);
  }

  @Override
  public boolean isUserRequired() {
    return true;
  }

  @Override
  AuthorizationRequiredException copy(Copy copy, Set<Mark> marks) {
    return new AuthorizationRequiredException(this, copy, marks);
  }
}
