package io.mcpbridge.spring.oauth.user;

import org.jspecify.annotations.Nullable;

/**
 * Supplies the ID tokens of the company's single sign-on, for servers whose {@code
 * auth.oauth2.grant} is {@code enterprise-managed}. Implemented by a bean of the application.
 */
@FunctionalInterface
public interface IdTokens {

  /**
   * Returns the ID token of a user as a signed JWT; {@code null} if there is none. Called on the
   * thread that makes a request, which may be a background thread.
   *
   * @param user name from {@link CurrentUser}, or {@code application} if all users share one token
   */
  @Nullable String of(String user);
}
