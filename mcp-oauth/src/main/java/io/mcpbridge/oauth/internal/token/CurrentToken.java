package io.mcpbridge.oauth.internal.token;

import io.mcpbridge.oauth.core.ClientRegistration;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.TokenKey;

/** The token in use, with its key in the store, its target and its client. */
public record CurrentToken(
    TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken token) {

  public static CurrentToken of(
      TokenFlow.Target target, ClientRegistration client, OAuthToken token) {
    return new CurrentToken(target.tokenKey(client), target, client, token);
  }

  public CurrentToken withToken(OAuthToken newToken) {
    return new CurrentToken(key, target, client, newToken);
  }

  /** The {@code Authorization} header with this token. */
  public String header() {
    return header(token);
  }

  public static String header(OAuthToken token) {
    return token.type() + " " + token.accessToken();
  }
}
