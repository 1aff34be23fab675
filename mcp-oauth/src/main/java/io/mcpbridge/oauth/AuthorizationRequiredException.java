package io.mcpbridge.oauth;

import java.net.URI;

/**
 * A user of a web application has to give permission first. The application redirects the user's
 * browser to {@link #url()} and passes the query of the callback to {@link
 * OAuthCredentials#complete}.
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
    super(message);
    this.url = url.toString();
  }

  /** The authorization page, for this user only. It holds the state, so do not log it. */
  public URI url() {
    return URI.create(url);
  }

  @Override
  public AuthorizationRequiredException again() {
    AuthorizationRequiredException copy = new AuthorizationRequiredException(reason(), url());
    copy.initCause(this);
    return copy;
  }
}
