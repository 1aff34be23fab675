package io.mcpbridge.oauth;

import java.net.URI;

/**
 * A user of a web application has to give permission first. The application sends their browser to
 * {@link #url()} and hands what they come back with to {@link OAuthCredentials#complete}.
 */
public final class AuthorizationRequiredException extends OAuthException {
  private static final long serialVersionUID = 1L;

  private final String url;

  /**
   * For what wraps credentials and knows better where an application sends its users.
   *
   * @param message where to send the user, without the URL
   * @param url the page, for this user alone
   */
  public AuthorizationRequiredException(String message, URI url) {
    super(message);
    this.url = url.toString();
  }

  /** The page, for this user alone: it holds a state, so it is nothing for a log. */
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
