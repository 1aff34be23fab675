package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.Nullable;

/**
 * The ID tokens that the company's single sign-on gave: a bean of this type is asked where {@code
 * oauth.grant} is {@code enterprise-managed}.
 */
@FunctionalInterface
public interface IdTokens {

  /**
   * The ID token of a user, as a signed JWT; {@code null} if there is none. Asked on the thread
   * that makes a request, which may be one of the background.
   *
   * @param user as {@link CurrentUser} names them, or {@code application} where all users share one
   *     token
   */
  @Nullable String of(String user);
}
