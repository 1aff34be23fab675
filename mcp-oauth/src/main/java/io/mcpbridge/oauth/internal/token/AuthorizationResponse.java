package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.internal.discovery.ServerMetadata;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validates an authorization response. Nothing of it is used before it is known to answer our
 * request (state) and to come from the authorization server that was asked (RFC 9207).
 */
final class AuthorizationResponse {

  private final Map<String, String> parameters;
  private final String host;

  private AuthorizationResponse(Map<String, String> parameters, String host) {
    this.parameters = parameters;
    this.host = host;
  }

  /**
   * @return the code
   * @throws OAuthException if there is none, or the response is not valid for this request
   */
  static String code(String query, String state, ServerMetadata server) {
    AuthorizationResponse answer = new AuthorizationResponse(parameters(query), server.host());
    answer.requireState(state);
    answer.requireIssuer(server);
    return answer.code();
  }

  /** The state of the request that it claims to answer. */
  static @Nullable String state(String query) {
    return parameters(query).get("state");
  }

  private void requireState(String expectedState) {
    String actualState = parameters.get("state");
    if (actualState == null || !constantTimeEquals(actualState, expectedState)) {
      throw new OAuthException(
          "the response from the authorization server "
              + host
              + " does not match this request (state); it was dropped");
    }
  }

  private static boolean constantTimeEquals(String first, String second) {
    return MessageDigest.isEqual(
        first.getBytes(StandardCharsets.UTF_8), second.getBytes(StandardCharsets.UTF_8));
  }

  /** RFC 9207, section 2.4: simple string comparison, without normalization. */
  private void requireIssuer(ServerMetadata server) {
    String issuer = parameters.get("iss");
    if (issuer == null && server.namesIssuerInResponses()) {
      throw new OAuthException(
          "the response from the authorization server "
              + host
              + " does not name its issuer (iss), although that server declares that it does;"
              + " it was dropped");
    }
    if (issuer != null && !issuer.equals(server.issuer())) {
      throw new OAuthException(
          "the response is from an authorization server other than "
              + host
              + " (iss); it was dropped");
    }
  }

  private String code() {
    String error = parameters.get("error");
    String code = parameters.get("code");
    if (error != null || code == null || code.isEmpty()) {
      throw new OAuthException(
          "the authorization server "
              + host
              + " did not grant access"
              + (error == null ? ": its response has no code" : TokenErrors.inParentheses(error)),
          error);
    }
    return code;
  }

  private static Map<String, String> parameters(@Nullable String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String pair : (query == null ? "" : query).split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0
          && parameters.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)))
              != null) {
        throw new OAuthException("the response contains a parameter twice; it was dropped")
            .asDropped();
      }
    }
    return parameters;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new OAuthException("the response is not encoded correctly; it was dropped").asDropped();
    }
  }
}
