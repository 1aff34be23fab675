package io.mcpbridge.oauth;

/** The token that is used now, and for which key, at whom and as whom it was had. */
record Standing(
    TokenKey key, TokenFlow.Target target, ClientRegistration client, OAuthToken token) {

  static Standing of(TokenFlow.Target target, ClientRegistration client, OAuthToken token) {
    return new Standing(target.tokenKey(client), target, client, token);
  }

  Standing with(OAuthToken newer) {
    return new Standing(key, target, client, newer);
  }

  /** The {@code Authorization} that it is shown with. */
  String header() {
    return header(token);
  }

  static String header(OAuthToken token) {
    return token.type() + " " + token.accessToken();
  }
}
