package io.mcpbridge.spring.oauth.internal.user;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The user who is signed in with Spring Security. A {@code sub} is unique only at its issuer (RFC
 * 7519, section 4.1.2), so the names of users from external providers are qualified: {@code
 * google:ann} after an OAuth 2.0 login, {@code iss=https%3A//login.example.com:ann} with a token,
 * {@code saml=okta:ann} with a SAML assertion. No two users have the same qualified name.
 */
public final class SignedInUser {

  /** Looked up by name; see {@link SignedInHints}. */
  static final String SAML_REGISTRATION = "getRelyingPartyRegistrationId";

  private static final String LOGIN =
      "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken";

  private static final String TOKEN = "org.springframework.security.oauth2.core.ClaimAccessor";

  /** Looked up by name; see {@link SignedInHints}. */
  static final List<String> OPTIONAL_CLASSES = List.of(LOGIN, TOKEN);

  private static final boolean HAS_LOGINS = isPresent(LOGIN);

  private static final boolean HAS_TOKENS = isPresent(TOKEN);

  private SignedInUser() {}

  private static boolean isPresent(String name) {
    return ClassUtils.isPresent(name, SignedInUser.class.getClassLoader());
  }

  /** The user on this thread; {@code null} if none is signed in. */
  public static @Nullable Authentication user() {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    return authentication == null
            || !authentication.isAuthenticated()
            || authentication instanceof AnonymousAuthenticationToken
        ? null
        : authentication;
  }

  /** Runs work as that user, then restores the previous security context. */
  public static <T extends @Nullable Object> T as(@Nullable Authentication user, Supplier<T> work) {
    SecurityContext previous = SecurityContextHolder.getContext();
    SecurityContext userContext = SecurityContextHolder.createEmptyContext();
    userContext.setAuthentication(user);
    SecurityContextHolder.setContext(userContext);
    try {
      return work.get();
    } finally {
      if (previous.getAuthentication() == null) {
        SecurityContextHolder.clearContext();
      } else {
        SecurityContextHolder.setContext(previous);
      }
    }
  }

  /** The qualified name of the user on this thread; {@code null} if none is signed in. */
  public static @Nullable String name() {
    Authentication authentication = user();
    return authentication == null ? null : nameOf(authentication);
  }

  /** The qualified name, which no two users share. */
  public static String nameOf(Authentication user) {
    String provider = provider(user);
    if (provider != null) {
      return provider + ":" + user.getName();
    }
    // keeps local names that contain a colon apart from qualified ones
    return user.getName().indexOf(':') < 0 ? user.getName() : ":" + user.getName();
  }

  /** The qualifier, which contains no colon. */
  private static @Nullable String provider(Authentication user) {
    String login = HAS_LOGINS ? Logins.registration(user) : null;
    if (login != null) {
      return escaped(login);
    }
    String issuer = HAS_TOKENS ? Tokens.issuer(user) : null;
    if (issuer != null) {
      return "iss=" + escaped(issuer);
    }
    String samlRegistration = samlRegistration(user);
    return samlRegistration == null ? null : "saml=" + escaped(samlRegistration);
  }

  /** Escapes the characters that separate the parts of a qualified name. */
  private static String escaped(String provider) {
    return provider.replace("%", "%25").replace(":", "%3A").replace("=", "%3D");
  }

  /**
   * The registration of a SAML login. Spring Security 6 has it in the principal, 7 in the
   * authentication. Its module is optional, so the method is looked up by name.
   */
  private static @Nullable String samlRegistration(Authentication user) {
    for (Object source :
        new @Nullable Object[] {user, user.getPrincipal(), user.getCredentials()}) {
      Method method =
          source == null ? null : ReflectionUtils.findMethod(source.getClass(), SAML_REGISTRATION);
      if (method != null) {
        ReflectionUtils.makeAccessible(method);
        return text(ReflectionUtils.invokeMethod(method, source));
      }
    }
    return null;
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null || value.toString().isBlank() ? null : value.toString();
  }

  /** A separate class, because the class it uses may be absent. */
  private static final class Logins {

    static @Nullable String registration(Authentication user) {
      return user instanceof OAuth2AuthenticationToken token
          ? token.getAuthorizedClientRegistrationId()
          : null;
    }
  }

  /**
   * A separate class, because the classes it uses may be absent. Covers resource servers without
   * needing their module.
   */
  private static final class Tokens {

    static @Nullable String issuer(Authentication user) {
      String issuer = issuerOf(user.getPrincipal());
      return issuer == null ? issuerOf(user.getCredentials()) : issuer;
    }

    private static @Nullable String issuerOf(@Nullable Object source) {
      if (source instanceof ClaimAccessor token) {
        return text(token.getClaims().get("iss"));
      }
      return source instanceof OAuth2AuthenticatedPrincipal introspected
          ? text(introspected.getAttributes().get("iss"))
          : null;
    }
  }
}
