package io.mcpbridge.oauth;

/** The token in use, with its key in the store, its target and its client. */
record CurrentToken(
    TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken token) {

  static CurrentToken of(TokenFlow.Target target, ClientRegistration client, OAuthToken token) {
    return new CurrentToken(target.tokenKey(client), target, client, token);
  }

  CurrentToken with(OAuthToken newer) {
    return new CurrentToken(key, target, client, newer);
  }

  /** The {@code Authorization} header with this token. */
  String header() {
    return header(token);
  }

  static String header(OAuthToken token) {
    return token.type() + " " + token.accessToken();
  }
}
