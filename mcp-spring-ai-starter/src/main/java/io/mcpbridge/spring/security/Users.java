package io.mcpbridge.spring.security;

import io.mcpbridge.spring.oauth.SignedIn;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who is signed in on a thread. */
final class Users {

  private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

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

  /** Equal for one user, and for no two. */
  static String nameOf(Authentication user) {
    return SignedIn.nameOf(user);
  }
}
