package io.mcpbridge.oauth;

/** What a message may ask a developer to change. */
enum Setting {
  ALLOW_LOOPBACK("allow-loopback", "UrlPolicy.allowLoopback()"),
  ALLOW_PRIVATE_NETWORKS("allow-private-networks", "UrlPolicy.allowPrivateNetworks()"),
  ALLOW_CROSS_SITE_TOKEN_ENDPOINT(
      "allow-cross-site-token-endpoint", "OAuthCredentialsBuilder.allowCrossSiteTokenEndpoint()"),
  CLIENT_ID("client-id", "OAuthCredentialsBuilder.client(ClientRegistration.of(id))"),
  CLIENT_SECRET("client-secret", "ClientRegistration.of(id, secret)"),
  ISSUER("issuer", "ClientRegistration.at(issuer)"),
  KEY_ALGORITHM("key-algorithm", "the algorithm of the ClientRegistration");

  private final String property;
  private final String java;

  Setting(String property, String java) {
    this.property = property;
    this.java = java;
  }

  /** The last part of the name that it has where credentials are configured by properties. */
  String property() {
    return property;
  }

  /** What it is in this module's API. */
  String java() {
    return java;
  }
}
