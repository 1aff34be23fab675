package io.mcpbridge.spring.security;

import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.web.client.RestClientResponseException;

/** Maps failures to obtain an access token to exceptions. */
final class TokenFailures {

  private TokenFailures() {}

  /**
   * @param requiresUser whether the grant needs the user at the authorization server
   */
  static McpException of(
      String registration, boolean requiresUser, OAuth2AuthorizationException failure) {
    if (isUnavailable(failure)) { // says nothing about the availability of the MCP server
      return new McpUnavailableException(
          "no access token: the authorization server of the client registration \""
              + registration
              + "\" could not be reached",
          null,
          failure);
    }
    if (failure instanceof ClientAuthorizationRequiredException
        || (requiresUser && isInvalidGrant(failure))) {
      return required(registration, failure);
    }
    return new McpAuthorizationException(
        "no access token from the client registration \""
            + registration
            + "\": "
            + failure.getError().getErrorCode(),
        failure);
  }

  /** Whether the refresh token or other grant is invalid (RFC 6749, section 5.2). */
  static boolean isInvalidGrant(OAuth2AuthorizationException failure) {
    return OAuth2ErrorCodes.INVALID_GRANT.equals(failure.getError().getErrorCode());
  }

  private static boolean isUnavailable(OAuth2AuthorizationException failure) {
    String code = failure.getError().getErrorCode();
    if (OAuth2ErrorCodes.SERVER_ERROR.equals(code)
        || OAuth2ErrorCodes.TEMPORARILY_UNAVAILABLE.equals(code)) {
      return true;
    }
    return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
        .limit(10)
        .anyMatch(cause -> cause instanceof IOException || isBusy(cause));
  }

  private static boolean isBusy(Throwable cause) {
    return cause instanceof RestClientResponseException answered
        && (answered.getStatusCode().is5xxServerError()
            || answered.getStatusCode().value() == HttpStatus.TOO_MANY_REQUESTS.value());
  }

  /** With the cause that makes Spring Security redirect the user to the authorization server. */
  static McpException required(String registration, @Nullable Throwable failure) {
    ClientAuthorizationRequiredException cause =
        failure instanceof ClientAuthorizationRequiredException existing
            ? existing
            : new ClientAuthorizationRequiredException(registration);
    if (cause != failure && failure != null) {
      cause.initCause(failure);
    }
    return McpAuthorizationException.userRequired(
        "the user has not authorized the client registration \""
            + registration
            + "\", or the authorization has expired; redirect them to /oauth2/authorization/"
            + registration,
        cause);
  }

  /** The user's permission cannot help: no provider can obtain a token for this grant and user. */
  static McpException unsupportedGrant(String registration) {
    return new McpAuthorizationException(
        "no access token from the client registration \""
            + registration
            + "\": the user's authentication has no token to exchange for it, or no provider"
            + " supports its grant type; add an OAuth2AuthorizedClientProvider for it",
        null);
  }

  /** A token of a user is needed, but there is no user. */
  static McpException userMissing() {
    return McpAuthorizationException.userRequired(
        "no user is signed in on this thread, but auth.client-registration needs a user's token:"
            + " request and call tools on a thread with the SecurityContext, or within"
            + " RunAs.user(...)",
        null);
  }
}
