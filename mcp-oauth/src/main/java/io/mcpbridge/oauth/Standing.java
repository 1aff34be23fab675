package io.mcpbridge.oauth;

/** The token in use, with its key in the store, its target and its client. */
record Standing(
    TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken token) {

  static Standing of(TokenFlow.Target target, ClientRegistration client, OAuthToken token) {
    return new Standing(target.tokenKey(client), target, client, token);
  }

  Standing with(OAuthToken newer) {
    return new Standing(key, target, client, newer);
  }

  /** The {@code Authorization} header with this token. */
  String header() {
    return header(token);
  }

  static String header(OAuthToken token) {
    return token.type() + " " + token.accessToken();
  }
}
