package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.util.ClassUtils;

/**
 * Who is signed in with Spring Security. Two providers may know two people by one name, so whoever
 * signed in elsewhere is called {@code provider:name}.
 */
final class SignedIn {

  private static final boolean MAY_BE_OF_PROVIDERS =
      ClassUtils.isPresent(
          "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken",
          SignedIn.class.getClassLoader());

  private SignedIn() {}

  /** The user of this thread; {@code null} if nobody is signed in. */
  static @Nullable String name() {
    Authentication here = SecurityContextHolder.getContext().getAuthentication();
    if (here == null || !here.isAuthenticated() || here instanceof AnonymousAuthenticationToken) {
      return null;
    }
    String provider = MAY_BE_OF_PROVIDERS ? Provider.of(here) : null;
    if (provider != null) {
      return provider + ":" + here.getName();
    }
    // a name of this application's own is never mistaken for that of a provider
    return here.getName().indexOf(':') < 0 ? here.getName() : ":" + here.getName();
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
