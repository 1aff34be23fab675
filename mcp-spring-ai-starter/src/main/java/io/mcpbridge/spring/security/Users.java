package io.mcpbridge.spring.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.util.ClassUtils;

/** Who is signed in on a thread. */
final class Users {

  private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

  private static final boolean MAY_BE_OF_PROVIDERS =
      ClassUtils.isPresent(
          "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken",
          Users.class.getClassLoader());

  private Users() {}

  /** The user of this thread; {@code null} if nobody is signed in. */
  static @Nullable Authentication current() {
    Authentication here = SecurityContextHolder.getContext().getAuthentication();
    return here == null || !here.isAuthenticated() || TRUST.isAnonymous(here) ? null : here;
  }

  /**
   * Whether two are one and the same, perhaps signed in twice. Two providers may know two people by
   * one name.
   */
  static boolean areSame(Authentication one, Authentication other) {
    return nameOf(one).equals(nameOf(other));
  }

  /** Where somebody signed in, if it was elsewhere, and how they are called there. */
  record Name(@Nullable String provider, String name) {}

  static Name nameOf(Authentication user) {
    return new Name(provider(user), user.getName());
  }

  private static @Nullable String provider(Authentication user) {
    return MAY_BE_OF_PROVIDERS ? Provider.of(user) : null;
  }

  /** Apart, because its class may be absent. */
  private static final class Provider {

    static @Nullable String of(Authentication user) {
      return user instanceof OAuth2AuthenticationToken token
          ? token.getAuthorizedClientRegistrationId()
          : null;
    }
  }
}
